import {duplicateMessage, type DuplicateObjectsError, groupDuplicates, placeOf} from '../manifests/duplicates.js'
import {environmentsYaml, proposeEnvironments} from '../manifests/proposed-environments.js'

/** Maximum number of groups of duplicates to report one by one. */
const maxGroups = 10

/** Returns the message about objects that are declared twice, with a solution. */
export function duplicatesText({duplicates}: DuplicateObjectsError): string {
  const groups = groupDuplicates(duplicates)
  const lines = groups.slice(0, maxGroups).map((group) => `Error: ${placeOf(group.second)}: ${duplicateMessage(group)}${group.count === 1 ? '' : ` (${placeOf(group.first)})`}`)
  const more = groups.length > maxGroups ? [`and ${groups.length - maxGroups} more`] : []
  return [...lines, ...more, 'Nothing is reported: each object of a run must be declared only once.', remedy(duplicates)].join('\n')
}

function remedy(duplicates: DuplicateObjectsError['duplicates']): string {
  const environments = proposeEnvironments(duplicates)
  const [first] = environments
  if (first === undefined) return 'Keep one of them, give it another name or namespace, or leave a file out with --exclude.'
  return `Name one of the folders, render kustomizations with --kustomize DIR, or make environments of them in .kadm.yaml and choose with --env ${first.name} or --env all:\n\n${environmentsYaml(environments)}`.trimEnd()
}
