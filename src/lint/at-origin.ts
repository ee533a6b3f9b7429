import {SourceFile} from '../source/source-file.js'
import type {Diagnostic, Place, Related} from './diagnostic.js'

/**
 * Findings in rendered texts at the places in the source files that they come from, where those are known. Where such a place is
 * not exact, the rendered one is added. Nothing is fixed in rendered texts.
 */
export function withOriginPlaces(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const texts = new Map<SourceFile, SourceFile>()
  /** The rendered place itself, which leads to no origin any more. */
  const asRendered = ({file, span}: Place): Related => {
    let text = texts.get(file)
    if (text === undefined) texts.set(file, text = new SourceFile(file.path, file.text))
    return {file: text, span, message: 'rendered here'}
  }
  return diagnostics.map((diagnostic) => {
    const related = diagnostic.related.map((other) => ({...other, ...originPlace(other)}))
    const {file: {originOf}, span} = diagnostic
    if (originOf === undefined) return {...diagnostic, related}
    const {fix: _, ...unfixed} = diagnostic
    const origin = originOf(span)
    if (origin === undefined) return {...unfixed, related}
    return {...unfixed, file: origin.file, span: origin.span, related: origin.isExact ? related : [asRendered(diagnostic), ...related]}
  })
}

/** The place in a source file of a rendered place, where it is known; otherwise the place itself. */
export function originPlace({file, span}: Place): Place {
  const origin = file.originOf?.(span)
  return origin === undefined ? {file, span} : {file: origin.file, span: origin.span}
}
