import type {ResourceClaim} from '../../machinery/api/resource-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {declaredImmutable} from '../declared-rules.js'
import type {KindDefinition} from '../kind.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {withStatus} from '../shared/status.js'
import {declaredOfClaims} from './declared.js'
import {setClaimDefaults} from './defaults.js'
import {dropNewerFields} from './newer-fields.js'
import {validateAdminAccess, validateClaim} from './validate.js'

const path = FieldPath.of('spec')

/** ResourceClaim, without the evaluation of its CEL selectors (pkg/registry/resource/resourceclaim; spec kinds 13). */
export const resourceClaim: KindDefinition<ResourceClaim> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  declared: [...declaredOfClaims, declaredImmutable(/^spec$/)],
  metadata: {namesOnUpdate: true},
  setDefaults: (claim) => claim.spec === undefined ? claim : assign<ResourceClaim>(claim, {spec: setClaimDefaults(claim.spec)}),
  prepareForCreate: (claim, version) => withStatus(dropFields(claim, version), {}),
  prepareForUpdate: (claim, old, version) => withStatus(dropFields(claim, version), old.status),
  validateInNamespace: ({spec}, labels) => validateAdminAccess(spec, labels),
  validate: ({spec = {}}, old, version) => old === undefined ? validateClaim(spec, path, version) : [],
  validateUpdate: ({spec}, old) => validateUnchanged('ResourceClaimSpec', spec, old.spec, path, 'resource-claim/immutable'),
}

const dropFields = (claim: ResourceClaim, version: KubernetesVersion | undefined): ResourceClaim =>
  claim.spec === undefined ? claim : assign<ResourceClaim>(claim, {spec: dropNewerFields(claim.spec, version)})
