import {compareText, quote} from '../machinery/go/text.js'
import type {CompiledNamespace, CompileOptions} from './compile.js'
import {rejectionMarker, schedulerAnnotation} from './names.js'

/** Differences between native policies and the original MetadataPolicies, each as one sentence. */
export function caveatsOf(namespaces: readonly CompiledNamespace[], options: CompileOptions): string[] {
  const exported = namespaces.filter(({objects}) => objects.length > 0)
  if (exported.length === 0) return []
  return [...matchCaveats(options), ...rejectCaveats(exported, options), ...updateCaveats(exported, options)]
}

/** The API groups to which Kubernetes itself writes. */
const busyGroups = ['*', '', 'events.k8s.io', 'coordination.k8s.io', 'discovery.k8s.io']

function matchCaveats({resources: {groups, isPodsOnly}}: CompileOptions): string[] {
  if (isPodsOnly) return ['only pods are matched, but MetadataPolicies apply to all objects of a namespace: add others with --resources']
  if (!groups.some(({apiGroups: [group = ''], resources: [resource]}) => resource === '*' && busyGroups.includes(group))) return []
  return ['a wildcard matches what Kubernetes writes for itself too: Events, Leases, EndpointSlices, ServiceAccounts, and Bindings, whose annotations go to their pods']
}

function rejectCaveats(exported: readonly CompiledNamespace[], {skipTerminating}: CompileOptions): string[] {
  const rejecting = exported.filter(({rejects}) => rejects)
  if (rejecting.length === 0) return []
  const marked = rejecting.filter(({mode}) => mode === 'marker')
  const direct = rejecting.filter(({mode}) => mode === 'direct')
  return [
    ...marked.length === 0 ? [] : [`in ${names(marked)}, rejecting rules match keys that other rules set, so that the first native policy passes rejections to the second in annotation `
      + `${quote(rejectionMarker.key)}: a mutating webhook that removes annotations would undo it`],
    ...direct.length === 0 ? [] : [`in ${names(direct)}, rejections are decided on objects as mutating webhooks leave them`],
    ...skipTerminating ? [] : ['rules that reject also keep objects that are being deleted from losing their finalizers: --skip-terminating excludes these'],
  ]
}

function updateCaveats(exported: readonly CompiledNamespace[], {apiVersion, schedulerName}: CompileOptions): string[] {
  const mutates = exported.some(({objects}) => objects.some(({kind}) => kind === 'MutatingAdmissionPolicy'))
  const schedulers = [...new Set(exported.flatMap((each) => each.schedulers))].sort(compareText)
  return [
    ...mutates && apiVersion === 'v1beta1' ? ['v1beta1 of MutatingAdmissionPolicy must be switched on in the API server: --feature-gates=MutatingAdmissionPolicy=true '
      + '--runtime-config=admissionregistration.k8s.io/v1beta1=true'] : [],
    ...schedulerCaveats(schedulers, schedulerName),
  ]
}

function schedulerCaveats(schedulers: readonly string[], isSet: boolean): string[] {
  const annotation = `annotation ${quote(schedulerAnnotation.key)}`
  if (schedulers.length === 0) return isSet ? [`no rule sets ${annotation}, so that --scheduler-name changes nothing`] : []
  if (!isSet) return [`no scheduler goes by ${annotation} any more: --scheduler-name sets spec.schedulerName of new pods too`]
  return [`pods wait for as long as the scheduler that they name does not run; the rules name ${schedulers.map(quote).join(', ')}, and that of Kubernetes is "default-scheduler"`]
}

const names = (namespaces: readonly CompiledNamespace[]): string => `namespace${namespaces.length === 1 ? '' : 's'} ${namespaces.map(({namespace}) => namespace).join(', ')}`
