import type {EditorState} from '@codemirror/state'

import type {Editor} from './editor.js'
import type {InputFile, Role} from './input.js'
import type {Finding, FixedTexts} from './messages.js'
import type {Tab} from './tabs.js'

interface OpenFile {
  readonly id: string
  name: string
  role: Role
  /** The state of the editor, unless the file is shown. */
  state: EditorState
}

const tones = {error: 'bad', warning: 'warn', info: 'info'} as const

/** The files of the page, one of which the editor shows. There is always one. */
export class Files {
  private files: OpenFile[] = []
  private shown: OpenFile | undefined
  private count = 0

  constructor(private readonly editor: Editor) {}

  /** Replaces all files. */
  open(files: readonly InputFile[]): void {
    this.shown = undefined
    this.files = files.map((file) => this.opened(file))
    this.select(this.files[0]?.id ?? '')
  }

  add(file: InputFile): void {
    const opened = this.opened(file)
    this.files.push(opened)
    this.select(opened.id)
  }

  select(id: string): void {
    const file = this.files.find((other) => other.id === id)
    if (file === undefined || file === this.shown) return
    const before = this.editor.show(file.state)
    if (this.shown !== undefined) this.shown.state = before
    this.shown = file
  }

  /** Changes the name and the role of the shown file. */
  change(name: string, role: Role): void {
    if (this.shown !== undefined) Object.assign(this.shown, {name, role})
  }

  /** Deletes the shown file, and shows the one before it. */
  delete(): void {
    const index = this.files.findIndex((file) => file === this.shown)
    if (this.files.length < 2 || index < 0) return
    this.files.splice(index, 1)
    this.shown = undefined
    this.select(this.files[Math.max(index - 1, 0)]?.id ?? '')
  }

  /** Replaces the texts of files by name, except those that the user has changed since. */
  replace(texts: FixedTexts['texts']): void {
    for (const file of this.files) {
      const fixed = Object.hasOwn(texts, file.name) ? texts[file.name] : undefined
      if (fixed?.before !== this.inputOf(file).text) continue
      if (file === this.shown) this.editor.replace(fixed.after)
      else file.state = file.state.update({changes: {from: 0, to: file.state.doc.length, insert: fixed.after}}).state
    }
  }

  /** Shows a place, if there is a file of that name. */
  goTo(name: string, line: number, column: number): boolean {
    const file = this.files.find((other) => other.name === name)
    if (file === undefined) return false
    this.select(file.id)
    this.editor.goTo(line, column)
    return true
  }

  get current(): InputFile | undefined {
    return this.shown && this.inputOf(this.shown)
  }

  get all(): readonly InputFile[] {
    return this.files.map((file) => this.inputOf(file))
  }

  get selected(): string {
    return this.shown?.id ?? ''
  }

  /** A tab for each file, with its number of findings. */
  tabs(findings: readonly Finding[]): Tab[] {
    return this.files.map(({id, name}) => {
      const own = findings.filter(({file}) => file === name)
      const worst = (['error', 'warning', 'info'] as const).find((severity) => own.some((finding) => finding.severity === severity))
      return {id, label: name, badge: worst && {text: String(own.length), meaning: own.length === 1 ? 'finding' : 'findings', tone: tones[worst]}}
    })
  }

  private opened({name, text, role}: InputFile): OpenFile {
    return {id: String(this.count++), name, role, state: this.editor.stateOf(text)}
  }

  private inputOf(file: OpenFile): InputFile {
    return {name: file.name, role: file.role, text: file === this.shown ? this.editor.text : file.state.sliceDoc()}
  }
}
