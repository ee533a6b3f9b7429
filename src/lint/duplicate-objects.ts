import {dirname} from 'node:path'

import {type Duplicate, duplicateMessage, groupDuplicates, spanOf} from '../manifests/duplicates.js'
import {environmentsAmong, environmentsLine} from '../manifests/proposed-environments.js'
import type {Diagnostic} from './diagnostic.js'
import type {IsKustomized} from './references/references.js'

/**
 * A finding for the objects that are declared twice in the same two places. What Kustomize makes of a folder is deployed by itself:
 * its objects are none of those of other folders.
 *
 * @param isKustomized of files
 */
export function duplicateDiagnostics(all: readonly Duplicate[], isKustomized: IsKustomized): Diagnostic[] {
  const duplicates = all.filter(({first, second}) => {
    const [one, other] = [first.file.path, second.file.path]
    return dirname(one) === dirname(other) || !(isKustomized(one) || isKustomized(other))
  })
  const environments = environmentsAmong(duplicates)
  const hint = environments.length === 0
    ? 'keep one of them, give it another name or namespace, or leave a file out with --exclude'
    : `check one folder at a time, or write "${environmentsLine(environments)}" in .kadm.yaml and say --env all`
  return groupDuplicates(duplicates).map((group): Diagnostic => {
    const {first, second} = group
    return {
      ruleId: 'manifest/duplicate-object', severity: 'error', message: duplicateMessage(group), hint, field: '', file: second.file, span: spanOf(second),
      related: [{file: first.file, span: spanOf(first), message: `the other ${first.kind} ${first.name}`}],
    }
  })
}
