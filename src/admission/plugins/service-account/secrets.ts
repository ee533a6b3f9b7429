import {namesSecret} from '../../../kinds/pod/spec/references.js'
import type {Container, Pod, PodSpec, ServiceAccount} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {parseBool} from '../../../machinery/go/text.js'
import type {Reason} from '../../plugin.js'

/** The annotation with which an account limits the secrets of its pods. */
export const enforceMountable = 'kubernetes.io/enforce-mountable-secrets'

const specPath = FieldPath.of('spec')

/** A place of a pod that names a secret, and the server's words for it. */
interface SecretReference {
  readonly secret: string
  readonly text: string
  readonly field: FieldPath
}

/**
 * Returns why an account that limits the secrets of its pods rejects a new pod: the first secret that it does not list
 * (serviceaccount `limitSecretReferences`).
 */
export function unlistedSecret(spec: PodSpec, account: ServiceAccount): Reason | undefined {
  if (!limitsSecrets(account)) return undefined
  const {volumes = [], initContainers = [], containers = []} = spec
  return firstUnlisted(account, [
    ...volumes.flatMap(({secret}, i) => secret === undefined ? []
      : [referenceTo(secret.secretName, 'volume with', specPath.child('volumes').index(i).child('secret', 'secretName'))]),
    ...referencesOf(initContainers, 'init container', specPath.child('initContainers')),
    ...referencesOf(containers, 'container', specPath.child('containers')),
  ]) ?? unlistedPullSecret(spec, account)
}

/** The same for the ephemeral containers of a pod (serviceaccount `limitEphemeralContainerSecretReferences`). */
export const unlistedSecretOfEphemeral = ({ephemeralContainers = []}: PodSpec, account: ServiceAccount): Reason | undefined => limitsSecrets(account)
  ? firstUnlisted(account, referencesOf(ephemeralContainers, 'ephemeral container', specPath.child('ephemeralContainers'))) : undefined

const limitsSecrets = ({metadata: {annotations = {}}}: ServiceAccount): boolean => parseBool(annotations[enforceMountable] ?? '') === true

function firstUnlisted(account: ServiceAccount, references: readonly SecretReference[]): Reason | undefined {
  const listed = new Set((account.secrets ?? []).map(({name = ''}) => name))
  const found = references.find(({secret}) => !listed.has(secret))
  return found && {...found, ...rejectedBy(account, found.text, 'secret'), field: found.field}
}

function unlistedPullSecret({imagePullSecrets = []}: PodSpec, account: ServiceAccount): Reason | undefined {
  const listed = new Set((account.imagePullSecrets ?? []).map(({name = ''}) => name))
  const i = imagePullSecrets.findIndex(({name = ''}) => !listed.has(name))
  if (i < 0) return undefined
  return {...rejectedBy(account, `imagePullSecrets[${i}].name="${imagePullSecrets[i]?.name ?? ''}"`, 'imagePullSecret'), field: specPath.child('imagePullSecrets').index(i).child('name')}
}

const rejectedBy = (account: ServiceAccount, text: string, what: string): Pick<Reason, 'message' | 'cause'> => ({
  message: `${text} is not allowed because service account ${account.metadata.name ?? ''} does not reference that ${what}`,
  cause: {policy: account, field: FieldPath.of('metadata', 'annotations').key(enforceMountable)},
})

const referencesOf = (containers: readonly Container[], kind: string, path: FieldPath): SecretReference[] =>
  containers.flatMap(({name = '', env = [], envFrom = []}, i) => {
    const place = path.index(i)
    return [
      ...env.flatMap(({name: variable = '', valueFrom}, j) => valueFrom?.secretKeyRef === undefined ? []
        : [referenceTo(valueFrom.secretKeyRef.name, `${kind} ${name} with envVar ${variable} referencing`, place.child('env').index(j).child('valueFrom', 'secretKeyRef', 'name'))]),
      ...envFrom.flatMap(({secretRef}, j) => secretRef === undefined ? []
        : [referenceTo(secretRef.name, `${kind} ${name} with envFrom referencing`, place.child('envFrom').index(j).child('secretRef', 'name'))]),
    ]
  })

const referenceTo = (secret = '', what: string, field: FieldPath): SecretReference => ({secret, text: `${what} secret.secretName="${secret}"`, field})

/** Returns why the kubelet's copy of a static pod is rejected: such a pod has no account and no secrets. */
export function mirrorPodError({spec = {}}: Pod): Reason | undefined {
  const {serviceAccountName, volumes = []} = spec
  if (serviceAccountName) return {message: 'a mirror pod may not reference service accounts', field: specPath.child('serviceAccountName')}
  if (namesSecret(spec)) return {message: 'a mirror pod may not reference secrets'}
  const i = volumes.findIndex(({projected}) => projected?.sources?.some(({serviceAccountToken}) => serviceAccountToken !== undefined) === true)
  return i < 0 ? undefined : {message: 'a mirror pod may not use ServiceAccountToken volume projections', field: specPath.child('volumes').index(i)}
}
