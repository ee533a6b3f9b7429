import type {ObjectReference, ServiceAccount} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import type {KindDefinition} from '../kind.js'

const enforceMountable = 'kubernetes.io/enforce-mountable-secrets'

/** ServiceAccount (pkg/registry/core/serviceaccount `strategy`; spec kinds 4). */
export const serviceAccount: KindDefinition<ServiceAccount> = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,

  prepareForCreate: withSecretNames,

  prepareForUpdate: withSecretNames,

  warnings: ({metadata: {annotations = {}}}, old) => enforceMountable in annotations && !(enforceMountable in (old?.metadata.annotations ?? {}))
    ? [`metadata.annotations[${enforceMountable}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`] : [],
}

/** Returns the account with only the names of its secrets (`cleanSecretReferences`). */
function withSecretNames(account: ServiceAccount): ServiceAccount {
  if (account.secrets === undefined) return account
  return assign<ServiceAccount>(account, {secrets: mapItems(account.secrets, onlyName)})
}

const onlyName = (reference: ObjectReference): ObjectReference => {
  const {name, ...rest} = reference
  return Object.keys(rest).length === 0 ? reference : {...name !== undefined && {name}}
}
