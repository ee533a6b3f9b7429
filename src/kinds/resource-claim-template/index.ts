import type {ResourceClaimTemplate} from '../../machinery/api/resource-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {declaredOfClaims} from '../resource-claim/declared.js'
import {setClaimDefaults} from '../resource-claim/defaults.js'
import {dropNewerFields} from '../resource-claim/newer-fields.js'
import {validateAdminAccess, validateClaim} from '../resource-claim/validate.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {validateTemplateMetadata} from '../shared/template-metadata.js'

const path = FieldPath.of('spec')

/** ResourceClaimTemplate (pkg/registry/resource/resourceclaimtemplate; spec kinds 13). */
export const resourceClaimTemplate: KindDefinition<ResourceClaimTemplate> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  declared: declaredOfClaims,
  metadata: {namesOnUpdate: true},

  setDefaults: (template) => template.spec?.spec === undefined ? template
    : assign<ResourceClaimTemplate>(template, {spec: assign(template.spec, {spec: setClaimDefaults(template.spec.spec)})}),

  prepareForCreate: dropFields,
  prepareForUpdate: (template, _old, version) => dropFields(template, version),
  validateInNamespace: ({spec}, labels) => validateAdminAccess(spec?.spec, labels),

  validate: ({spec = {}}, _old, version) => allErrors(
    validateTemplateMetadata(spec.metadata ?? {}, path.child('metadata'), 'resource-claim-template/metadata'),
    validateClaim(spec.spec ?? {}, path.child('spec'), version),
  ),

  validateUpdate: ({spec}, old, version) => validateUnchanged('ResourceClaimTemplateSpec', spec, old.spec, path, 'resource-claim/immutable', version),
}

function dropFields(template: ResourceClaimTemplate, version?: KubernetesVersion): ResourceClaimTemplate {
  const {spec} = template
  return spec?.spec === undefined ? template : assign<ResourceClaimTemplate>(template, {spec: assign(spec, {spec: dropNewerFields(spec.spec, version)})})
}
