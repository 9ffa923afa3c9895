// A game in a link: its source, compressed, behind the # of the address, which no server is sent.

import { t } from "./translate.js";

const MARK = "#game=";
export const MAX_LINK = 32_000; // characters; some programs cut longer addresses
export const MAX_SOURCE = 200_000; // characters
const NAME = /^[A-Za-z_]\w{0,40}\.py$/;

/** A text that is no game; its message is a sentence for the reader. */
export class BadLink extends Error {}

const through = async (bytes, stream, most = Infinity) => {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new BadLink(t("its content is longer than {number} bytes", { number: most }));
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

const base64 = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** The address of `page` with a game in it.  Throws `BadLink` if that is too long for a link. */
export const linkTo = async (page, { file, source }) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ file, source }));
  const link = page + MARK + base64(await through(bytes, new CompressionStream("deflate-raw")));
  if (link.length > MAX_LINK) throw new BadLink(t("This game is too long for a link. Download the file, and send that."));
  return link;
};

/** The game in the part of an address behind #; `null` if there is none.  Throws `BadLink`. */
export const gameIn = async (hash) => {
  if (!hash.startsWith(MARK)) return null;
  if (hash.length > MAX_LINK) throw new BadLink(t("it is too long"));
  try {
    const packed = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"), MAX_SOURCE);
    const { file, source } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    if (typeof source !== "string" || typeof file !== "string" || !NAME.test(file)) throw new BadLink(t("it has no game in it"));
    return { file, source };
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink(t("it is damaged, perhaps cut off"));
  }
};
