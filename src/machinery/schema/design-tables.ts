const text = {go: 'string', shape: 'string', via: 'TypeMeta'} as const

const objectMeta = {go: 'v1.ObjectMeta', shape: 'struct', type: 'meta/v1.ObjectMeta'} as const

const selector = {go: 'v1.LabelSelector', shape: 'struct', type: 'meta/v1.LabelSelector'} as const

const texts = {go: 'map[string]string', shape: 'map', element: {go: 'string', shape: 'string'}} as const

const action = {go: 'v1.PolicyAction', shape: 'struct', type: 'design/v1.PolicyAction'} as const

/**
 * The kinds of the design documents that no API server ever served, with their fields as the documents have them
 * (admission_control_resource_quota.md, metadata-policy.md). Their other structs are of the published API.
 */
export const designFields = {
  kinds: {'v1/ResourceQuotaUsage': 'design/v1.ResourceQuotaUsage'},
  types: {
    'design/v1.ResourceQuotaUsage': {
      struct: 'ResourceQuotaUsage',
      fields: {
        apiVersion: text,
        kind: text,
        metadata: objectMeta,
        status: {go: 'v1.ResourceQuotaStatus', shape: 'struct', type: 'core/v1.ResourceQuotaStatus'},
      },
    },
    'design/v1.MetadataPolicy': {
      struct: 'MetadataPolicy',
      fields: {apiVersion: text, kind: text, metadata: objectMeta, spec: {go: 'v1.MetadataPolicySpec', shape: 'struct', type: 'design/v1.MetadataPolicySpec'}},
    },
    'design/v1.MetadataPolicySpec': {
      struct: 'MetadataPolicySpec',
      fields: {rules: {go: '[]v1.MetadataPolicyRule', shape: 'list', element: {go: 'v1.MetadataPolicyRule', shape: 'struct', type: 'design/v1.MetadataPolicyRule'}}},
    },
    'design/v1.MetadataPolicyRule': {
      struct: 'MetadataPolicyRule',
      // The document's struct tag lacks a quote, so that Go would have read the name of the field as it is.
      fields: {policyPredicate: {go: 'v1.PolicyPredicate', shape: 'struct', type: 'design/v1.PolicyPredicate'}, policyAction: action, PolicyAction: action},
    },
    'design/v1.PolicyPredicate': {struct: 'PolicyPredicate', fields: {labelSelector: selector, annotationSelector: selector}},
    'design/v1.PolicyAction': {struct: 'PolicyAction', fields: {reject: {go: 'bool', shape: 'bool'}, updatedLabels: texts, updatedAnnotations: texts}},
  },
} as const

/** The resources of these kinds. */
export const designResources = [
  {apiVersion: 'v1', kind: 'ResourceQuotaUsage', resource: 'resourcequotausages', singular: 'resourcequotausage', shortNames: [], namespaced: true},
] as const

/** The kinds whose document names no API group: by name how they would be served, in any group, and their field table. */
export const designKinds = [
  {kind: 'MetadataPolicy', resource: 'metadatapolicies', singular: 'metadatapolicy', shortNames: [], namespaced: true, table: 'design/v1.MetadataPolicy'},
] as const
