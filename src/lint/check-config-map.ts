import {basename} from '#platform/paths.js'

import type {ReadFile} from '../configuration/file-error.js'
import {configurationOf} from '../configuration/recognize.js'
import {isObject} from '../machinery/go/json-value.js'
import {nodeAt} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import {contentOf, type Node} from '../source/node.js'
import {checkConfiguration} from './check-configuration.js'
import {type Diagnostic, problemDiagnostic} from './diagnostic.js'
import {EmbeddedText, relocated} from './embedded-text.js'

/** The result for a ConfigMap with configurations of the API server. */
export interface ConfigMapCheck {
  readonly diagnostics: readonly Diagnostic[]
  /** The values that are configurations, or meant as such. */
  readonly configurations: readonly EmbeddedText[]
}

const nothing: ConfigMapCheck = {diagnostics: [], configurations: []}

/**
 * Lints the values of a ConfigMap that are configurations of the API server, like files, with places in the ConfigMap. Other values
 * are ignored. The ConfigMap counts as mounted as a folder: a file that an AdmissionConfiguration names is the value of that name,
 * for any path of the folder.
 *
 * @param checked the values of the file that are linted already; new ones are added
 */
export function checkConfigMap({document: {file}, node, body: {apiVersion, kind, data}}: Manifest, checked: Set<Node>): ConfigMapCheck {
  if (apiVersion !== 'v1' || kind !== 'ConfigMap' || !isObject(data)) return nothing
  const texts = Object.keys(data).flatMap((key) => textAt(key, nodeAt(node, ['data', key]), file))
  const byFile = new Map(texts.map((text) => [text.inner, text]))
  const byName = new Map(texts.map(({inner}) => [inner.path, inner]))
  const readFile: ReadFile = (path) => byName.get(basename(path)) ?? {
    operation: 'open', errorNumber: 0x2, skipReason: `the ConfigMap has no key ${JSON.stringify(basename(path))}`,
  }
  const found = texts.flatMap((text) => {
    if (checked.has(text.node)) return []
    checked.add(text.node)
    const diagnostics = checkText(text, readFile)
    return diagnostics === undefined ? [] : [{text, diagnostics}]
  })
  return {
    diagnostics: found.flatMap(({diagnostics}) => diagnostics.map((diagnostic) => relocated(diagnostic, byFile))),
    configurations: found.map(({text}) => text),
  }
}

/** A value that is a text without a tag: a tag may give it another meaning. */
function textAt(key: string, valueNode: Node | undefined, file: Manifest['document']['file']): EmbeddedText[] {
  const node = valueNode && contentOf(valueNode)
  return node?.kind === 'scalar' && node.value === node.text ? [new EmbeddedText(key, file, node)] : []
}

/** Undefined for a text that is no configuration. */
function checkText({inner}: EmbeddedText, readFile: ReadFile): readonly Diagnostic[] | undefined {
  if (!inner.text.includes('kind') || !inner.text.includes('Configuration')) return undefined
  const entries = readManifests(inner)
  const [first] = entries
  const found = first && checkConfiguration(first, readFile)
  if (found !== undefined || first?.manifest !== undefined) return found
  return looksLikeConfiguration(inner.text) ? entries.flatMap(({problems}) => problems.map(problemDiagnostic)) : undefined
}

/** Text that may precede a document: blank lines, comments and its marker. */
const preamble = /^\ufeff?(?:[ \t]*(?:#.*|---.*)?(?:\r\n?|\n))*/

/** True for an invalid document that begins like a configuration and names its kind. */
function looksLikeConfiguration(text: string): boolean {
  const begun = text.replace(preamble, '')
  const isBegun = /^\s*\{/.test(begun) || /^(?:apiVersion|kind|plugins|limits|limitedResources)[ \t]*:/.test(begun)
  return isBegun && configurationOf({apiVersion: fieldIn(begun, 'apiVersion'), kind: fieldIn(begun, 'kind')}) !== undefined
}

/** The value of a field by a rough search: on a line in YAML, or anywhere in JSON. */
const fieldIn = (text: string, name: string): string | undefined =>
  new RegExp(String.raw`(?:^${name}|["']${name}["'])[ \t]*:\s*["']?([\w./-]+)`, 'm').exec(text)?.[1]
