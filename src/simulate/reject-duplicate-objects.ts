import {checkManifest} from '../lint/check-manifest.js'
import {textOf} from '../machinery/go/json-value.js'
import {checkDuplicates} from '../manifests/duplicates.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Repository} from '../repository/repository.js'
import {namesPolicyKind} from './policies.js'

/** The objects of a simulation, by role. */
interface RunObjects {
  readonly sent: readonly Manifest[]
  readonly policies: readonly Manifest[]
  readonly existing: readonly Manifest[]
  readonly arePoliciesNamed: boolean
  readonly repository: Repository | undefined
}

/**
 * Checks that each object is declared once per role: among the objects sent, the policies and the existing objects. An object may
 * have several roles: it may change an existing object, and policies take precedence over existing objects. In folders that the
 * user has not named, only valid policies count.
 *
 * @throws DuplicateObjectsError
 */
export function rejectDuplicateObjects({sent, policies, existing, arePoliciesNamed, repository}: RunObjects, namespace: string): void {
  const check = (checked: readonly Manifest[]): void => checkDuplicates(checked, namespace, (path) => repository?.deployedWith(path))
  check(sent)
  check(arePoliciesNamed ? policies : policies.filter((manifest) => isValidPolicy(manifest, namespace)))
  check(existing)
}

const isValidPolicy = (manifest: Manifest, namespace: string): boolean =>
  namesPolicyKind(textOf(manifest.body['kind'])) && checkManifest(manifest, namespace).diagnostics.every(({severity}) => severity !== 'error')
