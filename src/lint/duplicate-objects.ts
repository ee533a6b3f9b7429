import {dirname} from '#platform/paths.js'

import {groupBy} from '../machinery/collections/group-by.js'
import {type Duplicate, type DuplicateGroup, duplicateMessage, groupDuplicates, isCopy, spanOf} from '../manifests/duplicates.js'
import {environmentsLine, proposeEnvironments} from '../manifests/proposed-environments.js'
import type {SourceFile} from '../source/source-file.js'
import type {Diagnostic} from './diagnostic.js'
import type {IsKustomized} from './references/references.js'

/** Maximum number of environments in a hint. */
const maxProposed = 3

/** Maximum number of related places of a finding. */
const maxRelated = 10

/**
 * Returns one finding for each place whose objects other places declare again. Ignores duplicates between folders if Kustomize
 * deploys one of them, because each folder is deployed separately. Ignores a file that bundles files of another folder, too.
 *
 * @param isKustomized returns true for files to whose objects a kustomization may add labels
 */
export function duplicateDiagnostics(all: readonly Duplicate[], isKustomized: IsKustomized): Diagnostic[] {
  const bundles = bundlesAmong(all)
  const duplicates = all.filter(({first, second}) => {
    const [one, other] = [first.file.path, second.file.path]
    return dirname(one) === dirname(other) || !(isKustomized(one) || isKustomized(other) || bundles.has(first.file) || bundles.has(second.file))
  })
  const environments = proposeEnvironments(duplicates)
  const hint = environments.length === 0
    ? 'keep one of them, give it another name or namespace, or leave a file out with --exclude'
    : `check one folder at a time, or write "${environmentsLine(environments.slice(0, maxProposed))}" in .kadm.yaml${environments.length > maxProposed ? ', and so on for each folder,' : ''} and use --env all`
  return [...groupBy(groupDuplicates(duplicates), ({one}) => one).values()].flatMap((groups) => finding(groups, hint))
}

/** Returns one finding for all places that declare objects of the same first place. */
function finding([group, ...others]: readonly DuplicateGroup[], hint: string): Diagnostic[] {
  if (group === undefined) return []
  const {first, second} = group
  const more = others.length === 0 ? '' : `, and so are objects of ${others.length === 1 ? '1 more place' : `${others.length} more places`}`
  return [{
    ruleId: 'manifest/duplicate-object', severity: 'error', message: `${duplicateMessage(group)}${more}`, hint, field: '', file: second.file, span: spanOf(second),
    related: [first, ...others.slice(0, maxRelated).map((other) => other.second)]
      .map((declaration) => ({file: declaration.file, span: spanOf(declaration), message: `the other ${declaration.kind} ${declaration.name}`})),
  }]
}

/** Returns the files that bundle others: all their duplicates are copies, and come from several files of another folder. */
function bundlesAmong(duplicates: readonly Duplicate[]): ReadonlySet<SourceFile> {
  const pairs = duplicates.flatMap(({first, second}) => {
    const copied = isCopy({first, second})
    return [{file: first.file, other: second.file, copied}, {file: second.file, other: first.file, copied}]
  })
  const bundles = [...groupBy(pairs, ({file}) => file)].filter(([file, of]) => {
    const others = [...new Set(of.map(({other}) => other))]
    const folders = groupBy(others, ({path}) => dirname(path))
    return of.every(({copied}) => copied) && !folders.has(dirname(file.path)) && [...folders.values()].some((files) => files.length > 1)
  })
  return new Set(bundles.map(([file]) => file))
}
