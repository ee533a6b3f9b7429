import {layers} from './layers.js'
import {readPage, withPart} from './page-part.js'
import {requestStages} from './request-stages.js'

/** The page that the pictures of layers and of a request are part of. */
export const architecturePath = 'docs/architecture.md'

/** The page about the architecture, with the pictures and tables that follow from the code; the rest of it is written by hand. */
export const architecturePage = (): string =>
  withPart(withPart(readPage(architecturePath), 'layers', layersPart()), 'request', requestPart())

const mermaid = (lines: readonly string[]): string => `\`\`\`mermaid\nflowchart TD\n${lines.map((line) => `  ${line}\n`).join('')}\`\`\`\n`

function layersPart(): string {
  const all = layers()
  const arrows = all.flatMap(({name, imports}) => withoutImplied(imports, all).map((imported) => `${name} --> ${imported}`))
  const rows = all.map(({name, imports, rule}) => `| [${name}](../src/${name}) | ${rule.replaceAll('|', '\\|')} | ${imports.join(', ') || 'none'} |\n`)
  return `${mermaid(['commands --> cli', 'commands --> report', 'bin --> start', ...arrows])}
| Layer | What it does, and where other things belong | Layers that it may import |
| --- | --- | --- |
${rows.join('')}`
}

/** The layers that are imported through no other imported layer: the picture leaves out the others. */
const withoutImplied = (imports: readonly string[], all: ReturnType<typeof layers>): string[] => imports.filter((imported) =>
  !imports.some((other) => other !== imported && all.find(({name}) => name === other)?.imports.includes(imported) === true))

function requestPart(): string {
  const boxes = requestStages.map(({title}, i) => `s${i}["${i + 1}. ${title}"]`)
  // The last stage reports the answer.
  const last = requestStages.length - 1
  const arrows = [...requestStages.slice(2).map((_, i) => `s${i} --> s${i + 1}`), `s${last - 1} -- "201" --> answer`, `answer --> s${last}`]
  const answers = requestStages.flatMap(({rejects}, i) => rejects === undefined ? [] : [`s${i} -- "${rejects}" --> answer`])
  const rows = requestStages.map(({title, does, functions}, i) =>
    `| ${i + 1}. ${title} | ${does} | ${functions.map(({name, file}) => `[\`${name}\`](../${file})`).join(', ')} |\n`)
  return `${mermaid([...boxes, 'answer(["the answer: a Review"])', ...arrows, ...answers])}
| Stage | What happens | Functions |
| --- | --- | --- |
${rows.join('')}`
}
