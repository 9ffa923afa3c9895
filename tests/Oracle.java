import java.io.*;
import java.util.*;

/** Says what Java itself makes of maps and texts: a question a line, an answer a line. Texts are hexadecimal UTF-16. */
class Oracle {
    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        Map<Integer, Integer> map = new HashMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] asked = line.split(" ", -1);
            switch (asked[0]) {
                case "new" -> map = new HashMap<>();
                case "put" -> map.put(Integer.parseInt(asked[1]), 0);
                case "remove" -> map.remove(Integer.parseInt(asked[1]));
                case "order" -> {
                    StringJoiner order = new StringJoiner(" ");
                    for (int key : map.keySet()) order.add("" + key);
                    out.append(order).append('\n');
                }
                case "trim" -> out.append(hex(text(asked[1]).trim())).append('\n');
                case "alike" -> out.append(text(asked[1]).equalsIgnoreCase(text(asked[2]))).append('\n');
                case "integer" -> {
                    try {
                        out.append(Integer.parseInt(text(asked[1]))).append('\n');
                    } catch (NumberFormatException error) {
                        out.append("none\n");
                    }
                }
            }
        }
        System.out.print(out);
    }

    static String text(String hex) {
        StringBuilder found = new StringBuilder();
        for (int place = 0; place < hex.length(); place += 4)
            found.append((char) Integer.parseInt(hex.substring(place, place + 4), 16));
        return found.toString();
    }

    static String hex(String text) {
        StringBuilder found = new StringBuilder();
        for (char each : text.toCharArray()) found.append(String.format("%04x", (int) each));
        return found.toString();
    }
}
