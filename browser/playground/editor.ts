import {defaultKeymap, history, historyKeymap, isolateHistory} from '@codemirror/commands'
import {yaml} from '@codemirror/lang-yaml'
import {bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting} from '@codemirror/language'
import {type Diagnostic, lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint'
import {type ChangeSpec, EditorState, type Extension} from '@codemirror/state'
import {drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers} from '@codemirror/view'
import {tags} from '@lezer/highlight'

import {element} from '../report/elements.js'
import type {FileChange, Finding} from './messages.js'

/** The colours are those of the page, in light and dark. */
const theme = EditorView.theme({
  '&': {height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: '.875rem'},
  '&.cm-focused': {outline: '3px solid var(--focus)', outlineOffset: '-3px'},
  '.cm-scroller': {fontFamily: 'var(--mono)', lineHeight: '1.5'},
  '.cm-content': {caretColor: 'var(--text)'},
  '.cm-cursor': {borderLeftColor: 'var(--text)'},
  '.cm-gutters': {backgroundColor: 'var(--panel)', color: 'var(--muted)', borderRight: '1px solid var(--line)'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'transparent'},
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)'},
  '.cm-lintRange': {backgroundImage: 'none', textDecoration: 'underline wavy', textUnderlineOffset: '3px', textDecorationSkipInk: 'none'},
  '.cm-lintRange-error': {textDecorationColor: 'var(--bad)'},
  '.cm-lintRange-warning': {textDecorationColor: 'var(--warn)'},
  '.cm-lintRange-info': {textDecorationColor: 'var(--info)'},
  '.cm-tooltip': {backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: '0 6px 24px #0004', maxWidth: 'min(36rem, 92vw)'},
  '.cm-panels': {backgroundColor: 'var(--soft)', color: 'var(--text)'},
  '.cm-diagnostic': {padding: '.6rem .8rem', font: '.875rem/1.45 system-ui, sans-serif', borderLeft: '4px solid var(--line)', whiteSpace: 'normal'},
  '.cm-diagnostic-error': {borderLeftColor: 'var(--bad)'},
  '.cm-diagnostic-warning': {borderLeftColor: 'var(--warn)'},
  '.cm-diagnostic-info': {borderLeftColor: 'var(--info)'},
  '.cm-diagnostic p': {margin: '0 0 .35rem'},
  '.cm-diagnostic .rule': {color: 'var(--muted)', margin: 0},
  '.cm-diagnosticAction': {margin: '.4rem 0 0', padding: '.25rem .7rem', font: 'inherit', fontWeight: '600', color: 'var(--panel)', backgroundColor: 'var(--accent)', border: '0', borderRadius: '6px', cursor: 'pointer'},
})

const highlighting = HighlightStyle.define([
  {tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)'},
  {tag: [tags.string, tags.content], color: 'var(--text)'},
  {tag: [tags.number, tags.bool, tags.null, tags.atom, tags.keyword], color: 'var(--code-value)'},
  {tag: [tags.comment, tags.meta], color: 'var(--muted)', fontStyle: 'italic'},
  {tag: [tags.labelName, tags.typeName], color: 'var(--code-anchor)'},
])

/** The message, its hint and the rule of a finding. */
function explanation({message, hint, rule, summary}: Finding): Node {
  const parts = [element('p', {}, message)]
  if (hint !== undefined) parts.push(element('p', {}, element('strong', {}, 'Hint: '), hint))
  if (rule !== '') parts.push(element('p', {class: 'rule'}, element('code', {}, rule), summary === '' ? '' : ` ${summary}`))
  return element('div', {}, ...parts)
}

const changeOf = ({from, to, insert}: FileChange): ChangeSpec => ({from, to, insert})

/** A finding for the editor. A click on its action applies the fix of the library. */
function diagnosticOf(finding: Finding, length: number): Diagnostic {
  const {from, to, severity, message, fix} = finding
  const [start, end] = [Math.min(from, length), Math.min(to, length)]
  const actions = fix === undefined || fix.to > length ? [] : [{name: 'Fix', apply: (view: EditorView) => view.dispatch({changes: changeOf(fix), annotations: isolateHistory.of('full'), userEvent: 'input.fix'})}]
  return {from: start, to: end, severity, message, renderMessage: () => explanation(finding), actions}
}

/** The change of one text into another: what is between their common beginning and end. */
function differenceOf(old: string, text: string): FileChange & ChangeSpec {
  const shorter = Math.min(old.length, text.length)
  let from = 0
  while (from < shorter && old.charAt(from) === text.charAt(from)) from++
  let end = 0
  while (end < shorter - from && old.charAt(old.length - 1 - end) === text.charAt(text.length - 1 - end)) end++
  return {from, to: old.length - end, insert: text.slice(from, text.length - end)}
}

/** The editor of all files: it shows one, and keeps the history of each. */
export class Editor {
  private readonly view: EditorView
  private readonly extensions: Extension

  /** @param onChange is called after each change by the user */
  constructor(host: HTMLElement, onChange: () => void) {
    // A shadow root has style sheets of its own, which the content policy of the page allows.
    const root = host.attachShadow({mode: 'open'})
    this.extensions = [
      lineNumbers(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(),
      yaml(), syntaxHighlighting(highlighting), theme, EditorState.tabSize.of(2), EditorView.lineWrapping,
      // Tab moves to the next control, as everywhere else in the page.
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({'aria-label': 'Content of the file', 'tabindex': '0'}),
      EditorView.updateListener.of(({docChanged}) => docChanged && onChange()),
    ]
    this.view = new EditorView({parent: root, root, state: this.stateOf('')})
  }

  get text(): string {
    return this.view.state.sliceDoc()
  }

  stateOf(text: string): EditorState {
    return EditorState.create({doc: text, extensions: this.extensions})
  }

  /** Shows a file, and returns the state of the one shown before. */
  show(state: EditorState): EditorState {
    const {state: before} = this.view
    this.view.setState(state)
    return before
  }

  /** Replaces the text by one change of its own, which the user can undo. The cursor stays where it is. */
  replace(text: string): void {
    this.view.dispatch({changes: differenceOf(this.text, text), annotations: isolateHistory.of('full'), userEvent: 'input.fix'})
  }

  showFindings(findings: readonly Finding[]): void {
    const {length} = this.view.state.doc
    this.view.dispatch(setDiagnostics(this.view.state, findings.map((finding) => diagnosticOf(finding, length))))
  }

  /** Moves the cursor to a line and a column, and the focus to the editor. */
  goTo(line: number, column: number): void {
    const {doc} = this.view.state
    const {from, to} = doc.line(Math.min(Math.max(line, 1), doc.lines))
    const anchor = Math.min(from + Math.max(column, 1) - 1, to)
    this.view.dispatch({selection: {anchor}, effects: EditorView.scrollIntoView(anchor, {y: 'center'})})
    this.view.focus()
  }
}
