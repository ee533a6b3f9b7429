import {readDocuments} from '../source/read-documents.js'
import type {SourceDocument} from '../source/source-document.js'
import {placeText, type SourceFile, type Span} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'

/** An error about a place of a file with settings or options. */
export class PlacedUsageError extends UsageError {
  constructor(readonly file: SourceFile, readonly span: Span, readonly detail: string, suggestions: readonly string[] = []) {
    super(`${placeText(file, span)}: ${detail}`, suggestions)
  }
}

/** Returns the error about a place in a file with settings or options. */
export const usageErrorAt = (file: SourceFile, span: Span, message: string): UsageError => new PlacedUsageError(file, span, message)

/**
 * Returns the document of a file that has one.
 *
 * @param what describes the file
 * @returns undefined for an empty file
 * @throws UsageError for invalid YAML, and for several documents
 */
export function onlyDocument(file: SourceFile, what: string): SourceDocument | undefined {
  const [document, second] = readDocuments(file)
  if (document === undefined) return undefined
  const [problem] = document.problems
  if (problem !== undefined) throw usageErrorAt(file, problem, problem.message)
  if (second !== undefined) throw usageErrorAt(file, second, `unexpected second document: ${what} has only one`)
  return document
}
