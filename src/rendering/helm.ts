import {firstLine} from '../manifests/locate.js'
import type {SourceFile} from '../source/source-file.js'
import {type ReadSource, renderedFile, type RenderedPlace} from './rendered-file.js'
import {TemplatePlaces, valuesIn} from './template-place.js'

/** The output of `helm template` for a chart. */
export interface HelmTemplate {
  /** The path of the rendered text, for output. */
  readonly path: string
  readonly text: string
  /** The values files, in the order in which helm merges them, the chart's own first. */
  readonly values: readonly SourceFile[]
}

interface Template {
  readonly file: SourceFile
  readonly places: TemplatePlaces
}

/**
 * Returns the output of helm as a file whose places are mapped to templates and values.
 *
 * @param readTemplate reads a path in a comment, relative to the folder of the chart
 */
export function helmFile({path, text, values}: HelmTemplate, readTemplate: ReadSource): SourceFile {
  const templates = new Map<string, Template | undefined>()
  const read = (name: string): Template | undefined => {
    const file = readTemplate(name)
    // The templates of a subchart have other values.
    return file && {file, places: new TemplatePlaces(file, name.startsWith('charts/') ? [] : values.map(valuesIn))}
  }
  return renderedFile(path, text, (place) => {
    const name = templateOf(place)
    if (name === undefined) return undefined
    if (!templates.has(name)) templates.set(name, read(name))
    const template = templates.get(name)
    if (template === undefined) return undefined
    const {file, places} = template
    return places.find(place) ?? {file, span: firstLine(file, {start: 0, end: file.text.length}), isExact: false}
  })
}

/** Returns the template in the comment that helm writes before each object, without the name of the chart. */
function templateOf({manifest: {document: {file, start}, node}}: RenderedPlace): string | undefined {
  return /^# Source: [^/\n]+\/(.+)$/m.exec(file.text.slice(start, node.start))?.[1]
}
