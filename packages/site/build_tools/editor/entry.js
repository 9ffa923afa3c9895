// The editor of the course: CodeMirror with Python, and nothing else of it.  `python packages/site/build_tools/editor/build.py` bundles it.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter, highlightCode } from "@lezer/highlight";

const setMistake = StateEffect.define();
const mistake = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects) {
      if (!effect.is(setMistake)) continue;
      if (!effect.value || effect.value > change.state.doc.lines) return Decoration.none;
      const line = change.state.doc.line(effect.value);
      return Decoration.set([Decoration.line({ class: "cm-mistake" }).range(line.from)]);
    }
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * An editor of Python in `parent`.  `label` is what a screen reader calls it; `changed` gets the text after each
 * change; `run` is called for Ctrl-Enter (Cmd-Enter).
 */
export class Editor {
  constructor(parent, { text, label, changed = () => {}, run = () => {} }) {
    this.editable = new Compartment();
    const runs = [{ key: "Mod-Enter", run: () => (run(), true) }];
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([...runs, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("    "),
          EditorState.tabSize.of(4),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          syntaxHighlighting(classHighlighter),
          python(),
          mistake,
          EditorView.contentAttributes.of({ "aria-label": label }),
          EditorView.updateListener.of((update) => update.docChanged && changed(this.text)),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Mark a line, and bring it into view; 0 for none. */
  mark(number) {
    const known = number > 0 && number <= this.view.state.doc.lines;
    const effects = [setMistake.of(known ? number : 0)];
    if (known) effects.push(EditorView.scrollIntoView(this.view.state.doc.line(number).from, { y: "nearest" }));
    this.view.dispatch({ effects });
  }

  focus() {
    this.view.focus();
  }
}

/** Colour the Python in an element that only shows it. */
export const colour = (element) => {
  const code = element.textContent;
  const parts = document.createDocumentFragment();
  const put = (text, classes) => {
    const node = classes ? Object.assign(document.createElement("span"), { className: classes }) : null;
    if (node) node.textContent = text;
    parts.append(node ?? text);
  };
  highlightCode(code, pythonLanguage.parser.parse(code), classHighlighter, put, () => put("\n"));
  element.replaceChildren(parts);
};
