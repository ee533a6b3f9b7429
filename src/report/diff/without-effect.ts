import type {Diff, PolicyChange} from '../../diff/types.js'

const keyOf = ({policy: {apiVersion, kind, namespace, name}}: PolicyChange, field: string): string => JSON.stringify([apiVersion, kind, namespace, name, field])

/** The changes of policies that neither cause a difference nor bear on one. */
export function withoutEffect({policies, namespaces}: Diff): PolicyChange[] {
  const causes = namespaces.flatMap((namespace) => namespace.causes.flatMap(({cause, effects}) =>
    [...cause.type === 'policy' && cause.change !== 'same' ? [cause] : [], ...effects.flatMap(({otherChanges}) => otherChanges)]))
  const known = new Set(causes.flatMap((cause) => [keyOf(cause, cause.field), keyOf(cause, '')]))
  const counted = new Set(namespaces.flatMap(({namespace, quotas}) => quotas.map(({quota, resource}) => JSON.stringify([namespace, quota, resource]))))
  return policies.filter((change) => {
    const {kind, namespace, name} = change.policy
    // The table of quotas shows its bounds.
    const isShown = kind === 'ResourceQuota' && counted.has(JSON.stringify([namespace ?? '', name, change.field]))
    return !isShown && !known.has(keyOf(change, change.field))
  })
}
