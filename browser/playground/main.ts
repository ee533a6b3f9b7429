// The playground: an editor, and the answers of kadm to its files.
import {Editor} from './editor.js'
import {Engine} from './engine.js'
import {FileDialog} from './file-dialog.js'
import {Files} from './files.js'
import {type Input, type InputFile, sizeError} from './input.js'
import {type Answer, type Finding, type ViewName, viewNames} from './messages.js'
import {byId, fill, showMessage} from './page.js'
import {Result} from './result.js'
import {inputOf, linkTo} from './share.js'
import {Tabs} from './tabs.js'

interface Example {
  readonly title: string
  readonly files: readonly InputFile[]
}

const empty: InputFile = {name: 'manifest.yaml', text: '', role: 'objects'}

const version = byId('version', HTMLSelectElement)
const namespace = byId('namespace', HTMLInputElement)
const example = byId('example', HTMLSelectElement)
const editor = new Editor(byId('editor', HTMLElement), () => {
  if (!isOpening) showMessage('')
  changed(engine.pause)
})
const files = new Files(editor)
const result = new Result((name, line, column) => {
  const isFound = files.goTo(name, line, column)
  showTabs()
  return isFound
})

let view: ViewName = 'lint'
let findings: readonly Finding[] = []
let isOpening = false
/** True while the message is about the input, so that the next answer removes it. */
let hasProblem = false
let timer: ReturnType<typeof setTimeout> | undefined
let changedAt = 0

const fileTabs = new Tabs(byId('files', HTMLElement), byId('editor', HTMLElement), (id) => {
  files.select(id)
  showFindings()
})
const viewTabs = new Tabs(byId('views', HTMLElement), byId('result', HTMLElement), (id) => {
  view = id as ViewName
  showTabs()
  changed(0)
})

const input = (): Input => ({files: files.all, namespace: namespace.value.trim(), version: version.value})

function showTabs(): void {
  fileTabs.show(files.tabs(findings), files.selected)
  viewTabs.show(viewNames.map((id) => ({id, label: id})), view)
}

/** Shows the findings of the latest answer in the editor and in the tabs. */
function showFindings(): void {
  editor.showFindings(findings.filter(({file}) => file === files.current?.name))
  showTabs()
}

/** Asks for a new answer after some milliseconds. */
function changed(milliseconds: number): void {
  if (isOpening) return
  clearTimeout(timer)
  result.setStale()
  changedAt = performance.now()
  timer = setTimeout(ask, milliseconds)
}

function ask(): void {
  timer = undefined
  const asked = input()
  const error = sizeError(asked)
  if (error !== undefined) showProblem(error)
  else engine.ask({input: asked, view})
}

function showProblem(message: string): void {
  hasProblem = true
  result.setMissing()
  showMessage(message)
}

function showAnswer(answer: Answer): void {
  // There is a change for which no answer has been asked yet.
  if (timer !== undefined) return
  if (hasProblem) showMessage('')
  hasProblem = false
  findings = answer.findings
  result.show(answer.summary, answer.tone, answer.html, new Set(files.all.map(({name}) => name)))
  showFindings()
  performance.measure('kadm-answer', {start: changedAt})
}

/** Replaces all files, and asks about them. */
function open(given: Input): void {
  isOpening = true
  files.open(given.files)
  namespace.value = given.namespace
  if ([...version.options].some(({value}) => value === given.version)) version.value = given.version
  isOpening = false
  findings = []
  showFindings()
  changed(0)
}

const engine = new Engine({
  onVersions: (versions) => {
    if (version.options.length > 0) return
    fill(version, [['', 'default'], ...versions.map((name) => [name, name] as const)], '')
    void start()
  },
  onAnswer: showAnswer,
  onFixed: ({texts, problem}) => {
    files.replace(texts)
    showMessage(problem ?? (Object.keys(texts).length === 0 ? 'No finding has a certain fix.' : ''))
    changed(0)
  },
  onProblem: showProblem,
})

const dialog = new FileDialog({
  onSave: (name, role) => {
    files.change(name, role)
    showTabs()
    changed(0)
  },
  onDelete: () => {
    files.delete()
    showFindings()
    changed(0)
  },
})

function addFile(): void {
  const names = files.all.map(({name}) => name)
  let number = names.length + 1
  while (names.includes(`file-${number}.yaml`)) number++
  files.add({name: `file-${number}.yaml`, text: '', role: 'objects'})
  showFindings()
  changed(0)
}

function editFile(): void {
  const {current} = files
  if (current !== undefined) dialog.open(current, files.all.map(({name}) => name))
}

/** Writes a link to the input into the address, and copies it. */
async function share(): Promise<void> {
  const link = await linkTo(input())
  if ('problem' in link) {
    showMessage(link.problem)
    return
  }
  history.replaceState(null, '', link.fragment)
  const isCopied = await navigator.clipboard.writeText(location.href).then(() => true, () => false)
  showMessage(isCopied ? 'The link is copied. It contains all files.' : 'The address of this page is the link. It contains all files.')
}

/** Opens what the address has, or the first example. */
async function start(): Promise<void> {
  const examples = await readExamples()
  const linked = await inputOf(location.hash)
  const first = examples[0]?.files ?? [empty]
  open(typeof linked === 'object' ? linked : {files: first, namespace: '', version: ''})
  if (typeof linked === 'string') showMessage(linked)
}

async function readExamples(): Promise<readonly Example[]> {
  const response = await fetch('examples.json')
  const examples = await response.json() as readonly Example[]
  fill(example, [['', 'Choose…'], ...examples.map(({title}, i) => [String(i), title] as const)], '')
  example.addEventListener('change', () => {
    const chosen = examples[Number(example.value)]
    if (example.value !== '' && chosen !== undefined) open({...input(), files: chosen.files})
  })
  return examples
}

version.addEventListener('change', () => changed(0))
namespace.addEventListener('input', () => changed(engine.pause))
byId('settings', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
byId('add', HTMLButtonElement).addEventListener('click', addFile)
byId('edit', HTMLButtonElement).addEventListener('click', editFile)
byId('fix', HTMLButtonElement).addEventListener('click', () => engine.ask({fix: input()}))
byId('share', HTMLButtonElement).addEventListener('click', () => void share())
addEventListener('hashchange', () => void inputOf(location.hash).then((linked) => {
  if (typeof linked === 'object') open(linked)
  if (typeof linked === 'string') showMessage(linked)
}))

byId('blocked', HTMLElement).hidden = true
byId('main', HTMLElement).hidden = false
