import {isMirrorPod} from '../../../kinds/pod/metadata/annotations.js'
import {tokenVolumePrefix} from '../../../kinds/pod/volumes/token-volume.js'
import {serviceAccount as kind} from '../../../kinds/service-account/index.js'
import type {Pod, ServiceAccount} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import {impossibleName, shownSuffix} from '../../../machinery/meta/names.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import {type AdmissionPlugin, failWith, type Mutation, type PluginContext, type PluginDefinition, type Reason, reject, type Rejection} from '../../plugin.js'
import {enforceMountable, mirrorPodError, unlistedSecret, unlistedSecretOfEphemeral} from './secrets.js'
import {withAccount} from './token.js'

/** The account that a controller creates in each namespace. */
const defaultAccount = 'default'

/**
 * Gives new pods their service account, its token and its secrets for pulling images (plugin/pkg/admission/serviceaccount; spec more-kinds
 * 13.1). Rejects pods whose account does not exist or does not list their secrets. The account `default` exists in each namespace. In a
 * namespace without given accounts, all accounts exist.
 */
class ServiceAccountPlugin implements AdmissionPlugin {
  readonly name = 'ServiceAccount'

  constructor(private readonly context: Pick<PluginContext, 'store' | 'nameSuffix'>) {}

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | Rejection | undefined {
    if (attributes.operation !== 'CREATE' || !isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    if (isMirrorPod(pod)) return this.validate(attributes)
    const name = accountNameOf(pod)
    const account = this.find(attributes.namespace, name)
    if (account === undefined) return rejectFor(attributes, missing(attributes.namespace, name))
    const {automountServiceAccountToken, imagePullSecrets} = account
    const volume = tokenVolumePrefix + (this.context.nameSuffix?.() ?? shownSuffix)
    const {spec, changes} = withAccount(pod.spec ?? {}, {name, automountServiceAccountToken, imagePullSecrets, volume})
    const error = unlistedSecret(spec, account)
    return error === undefined ? {object: assign<Pod>(pod, {spec}), changes} : rejectFor(attributes, error)
  }

  validate(attributes: Attributes): Rejection | undefined {
    const {operation, subresource} = attributes
    if (operation === 'UPDATE' && subresource === 'ephemeralcontainers' && isRequestFor({...attributes, subresource: ''}, 'pods')) return this.validateEphemeral(attributes)
    if (operation !== 'CREATE' || !isRequestFor(attributes, 'pods')) return undefined
    const error = this.errorOf(attributes)
    return error && rejectFor(attributes, error)
  }

  /** The answer to an unlisted secret in ephemeral containers is an internal error, and not that it is forbidden. */
  private validateEphemeral(attributes: Attributes): Rejection | undefined {
    const pod = attributes.object as Pod
    const name = accountNameOf(pod)
    const account = this.find(attributes.namespace, name)
    if (account === undefined) return rejectFor(attributes, missing(attributes.namespace, name))
    const error = unlistedSecretOfEphemeral(pod.spec ?? {}, account)
    return error && {...failWith(error.message), reasons: [error]}
  }

  private errorOf({namespace, object}: Attributes): Reason | undefined {
    const pod = object as Pod
    if (isMirrorPod(pod)) return mirrorPodError(pod)
    const name = accountNameOf(pod)
    const account = this.find(namespace, name)
    return account === undefined ? missing(namespace, name) : unlistedSecret(pod.spec ?? {}, account)
  }

  private find(namespace: string, name: string): ServiceAccount | undefined {
    const accounts = this.context.store.list(kind, namespace)
    const isAssumed = name === defaultAccount || (accounts.length === 0 && impossibleName(name) === undefined)
    return findNamed(accounts, name) ?? (isAssumed ? {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}} : undefined)
  }
}

/** A stored pod without an account was not created here, but by a server that gave it the default one. */
const accountNameOf = ({spec}: Pod): string => spec?.serviceAccountName || defaultAccount

const missing = (namespace: string, name: string): Reason => ({
  message: `error looking up service account ${namespace}/${name}: ${impossibleName(name) ?? `serviceaccount ${quote(name)} not found`}`,
  field: FieldPath.of('spec', 'serviceAccountName'),
})

const rejectFor = (attributes: Attributes, reason: Reason): Rejection => reject(attributes, reason.message, [reason])

/** ServiceAccount with everything that belongs to it. */
export const serviceAccountPlugin: PluginDefinition = {
  name: 'ServiceAccount',
  summary: 'Gives pods their service account, and a volume with its token.',
  kinds: [],
  lookups: [{
    kind, by: 'spec.serviceAccountName',
    fields: [
      ...['automountServiceAccountToken', 'imagePullSecrets', 'secrets'].map((field) => FieldPath.of(field)),
      FieldPath.of('metadata', 'annotations').key(enforceMountable),
    ],
  }],
  create: (context) => new ServiceAccountPlugin(context),
}
