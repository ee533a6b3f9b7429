const text = {go: 'string', shape: 'string', via: 'TypeMeta'} as const

/**
 * The kinds of the design documents that no API server ever served, with their fields as the documents have them
 * (admission_control_resource_quota.md). Their structs are of the published API.
 */
export const designFields = {
  kinds: {'v1/ResourceQuotaUsage': 'design/v1.ResourceQuotaUsage'},
  types: {
    'design/v1.ResourceQuotaUsage': {
      struct: 'ResourceQuotaUsage',
      fields: {
        apiVersion: text,
        kind: text,
        metadata: {go: 'v1.ObjectMeta', shape: 'struct', type: 'meta/v1.ObjectMeta'},
        status: {go: 'v1.ResourceQuotaStatus', shape: 'struct', type: 'core/v1.ResourceQuotaStatus'},
      },
    },
  },
} as const

/** How these kinds would be served. */
export const designResources = [
  {apiVersion: 'v1', kind: 'ResourceQuotaUsage', resource: 'resourcequotausages', singular: 'resourcequotausage', shortNames: [], namespaced: true},
] as const
