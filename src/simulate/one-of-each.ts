import {checkManifest} from '../lint/check-manifest.js'
import {textOf} from '../machinery/json-value.js'
import {checkDuplicates} from '../manifests/duplicates.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Repository} from '../repository/repository.js'
import {type ClusterContents, namesPolicyKind, takenOf} from './policies.js'

/** What a simulation takes, by its roles. */
interface RunObjects extends ClusterContents {
  readonly manifests: readonly Manifest[]
  readonly arePoliciesNamed: boolean
  readonly repository: Repository | undefined
}

/**
 * Checks that each object is declared once among what is sent, once among the policies and once among what exists. From one role
 * to another it may come again: what is sent changes what exists, and policies count before it. In folders that nobody has named,
 * only valid policies count.
 *
 * @throws DuplicateObjectsError
 */
export function checkOneOfEach({manifests, policies, existing, arePoliciesNamed, repository}: RunObjects, namespace: string): void {
  const taken = takenOf(policies, false)
  const check = (checked: readonly Manifest[]): void => checkDuplicates(checked, namespace, (path) => repository?.deployedWith(path))
  check(manifests)
  check(arePoliciesNamed ? taken : taken.filter((manifest) => isValidPolicy(manifest, namespace)))
  check(takenOf(existing, true))
}

const isValidPolicy = (manifest: Manifest, namespace: string): boolean =>
  namesPolicyKind(textOf(manifest.body['kind'])) && checkManifest(manifest, namespace).diagnostics.every(({severity}) => severity !== 'error')
