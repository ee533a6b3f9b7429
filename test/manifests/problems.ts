import type {ManifestEntry, ManifestProblem} from '../../src/manifests/manifest.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Reads a text as a file of that name. */
export const read = (text: string, path = 'f.yaml'): ManifestEntry[] => readManifests(new SourceFile(path, text))

/** A problem with the marked text: `2:7 Pods | manifest/unknown-kind stops object: no matches for ...`. */
export function shown({ruleId, message, span, stops, document: {file}}: ManifestProblem): string {
  const {line, column} = file.position(span.start)
  return `${line}:${column} ${file.text.slice(span.start, span.end)} | ${ruleId} stops ${stops}: ${message}`
}

/** All problems of a text. */
export const problemsOf = (text: string, path?: string): ManifestProblem[] => read(text, path).flatMap(({problems}) => problems)

/** All problems of a text in the form of `shown`. */
export const shownProblems = (text: string, path?: string): string[] => problemsOf(text, path).map(shown)

/** The name of an entry's object, `-` where it has none. */
export function nameOf({manifest}: ManifestEntry): string {
  const {name} = (manifest?.body['metadata'] ?? {}) as {readonly name?: string}
  return name ?? '-'
}
