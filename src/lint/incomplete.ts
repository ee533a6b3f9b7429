import type {Diagnostic} from './diagnostic.js'

/** Why there may be more to find than these diagnostics: files that cannot be read, and objects of which there are two. Empty for a whole report. */
export function incompleteness(diagnostics: readonly Diagnostic[]): string[] {
  const unreadable = diagnostics.filter(({ruleId}) => ruleId === 'source/unreadable').length
  const hasTwins = diagnostics.some(({ruleId}) => ruleId === 'manifest/duplicate-object')
  return [
    ...unreadable === 0 ? [] : [unreadable === 1 ? '1 file cannot be read' : `${unreadable} files cannot be read`],
    ...hasTwins ? ['objects are declared twice'] : [],
  ]
}
