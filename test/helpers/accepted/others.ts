import {type Body, claim, configMap, limitRange, priorityClass, runtimeClass, service, storageClass} from '../builders.js'
import {pem, signedRequest} from '../certificate-request.js'
import type {AcceptedTable} from './accepted.js'

const marks = {annotations: {'example.com/note': 'any text, even <this>'}, finalizers: ['example.com/keep']}

const owner = {apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u'}

const managed = {manager: 'kubectl', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {}, subresource: 'status'}

const given = {...marks, generation: 3, ownerReferences: [owner], managedFields: [managed]}

const request = (name: string, fields: Body): Body => ({name, exactly: {deviceClassName: 'gpu.example.com', ...fields}})

const devices = {
  requests: [request('large', {}), request('small', {count: 2}), {name: 'any', firstAvailable: [{name: 'best', deviceClassName: 'gpu.example.com', allocationMode: 'All'}]}],
  constraints: [{requests: ['large', 'small'], matchAttribute: 'gpu.example.com/model'}],
}

const storedDevices = {requests: [
  {exactly: {allocationMode: 'ExactCount', count: 1}}, {exactly: {allocationMode: 'ExactCount', count: 2}}, {firstAvailable: [{allocationMode: 'All'}]},
]}

const administered: Body = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'admin', labels: {'resource.kubernetes.io/admin-access': 'true'}}}

const watched = {devices: {requests: [request('watch', {adminAccess: true, allocationMode: 'All'})]}}

const inAdmin = {name: 'x', namespace: 'admin'}

const signing: Body = {
  apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: {name: 'x', ...marks},
  spec: {request: pem(signedRequest([])), signerName: 'example.com/signer', usages: ['client auth']},
}

const slice = (spec: Body): Body => ({
  apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: {name: 'x', ...marks},
  spec: {driver: 'gpu.example.com', pool: {name: 'a', resourceSliceCount: 1}, nodeName: 'a', ...spec},
})

const counters = {memory: {value: '8Gi'}}

const conditions = ['Approved', 'Failed'].map((type) => ({type, status: 'True', reason: 'Checked', message: 'any text'}))

/** Objects other than pods and workloads. */
export const acceptedOthers: AcceptedTable = {
  'a ConfigMap with all metadata that clients can set': {
    object: configMap('x').marked(given), stored: {metadata: {...marks, ownerReferences: [owner], namespace: 'dev'}},
  },
  'a LimitRange with all metadata that clients can set': {
    object: limitRange('x').marked({...given, labels: {'example.com/team': 'a'}}),
    stored: {metadata: {...marks, ownerReferences: [owner], labels: {'example.com/team': 'a'}, namespace: 'dev'}},
  },
  'a PriorityClass with metadata': {object: priorityClass('x', 7).marked(marks), stored: {metadata: marks, preemptionPolicy: 'PreemptLowerPriority'}},
  'a ResourceSlice with devices for several claims': {
    object: slice({devices: [{
      name: 'a', allowMultipleAllocations: true, bindingConditions: ['a', 'b'], bindingFailureConditions: ['c', 'd'],
      capacity: {
        cores: {value: '8', requestPolicy: {default: '1', validRange: {min: '1', max: '4'}}},
        memory: {value: '8', requestPolicy: {default: '2', validValues: ['1', '2']}},
      },
    }]}),
    stored: {metadata: {...marks, generation: 1}, spec: {pool: {generation: 0}}},
  },
  'a ResourceSlice with counters': {
    object: slice({sharedCounters: [{name: 'a', counters}, {name: 'b', counters}]}), stored: {metadata: {...marks, generation: 1}, spec: {pool: {generation: 0}}},
  },
  'a StorageClass with metadata and allowed topologies': {
    object: storageClass('x', {allowedTopologies: [
      {matchLabelExpressions: [{key: 'zone', values: ['a', 'b']}, {key: 'rack', values: ['1']}]}, {matchLabelExpressions: [{key: 'zone', values: ['c']}]},
    ]}).marked(marks),
    stored: {metadata: marks, reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate'},
  },
  'a PersistentVolumeClaim with a selector': {
    object: claim('x', '1Gi', {
      selector: {matchLabels: {disk: 'fast'}, matchExpressions: [{key: 'disk', operator: 'NotIn', values: ['old']}]}, volumeMode: 'Block',
    }),
    stored: {metadata: {finalizers: ['kubernetes.io/pvc-protection']}, spec: {volumeMode: 'Block'}, status: {phase: 'Pending'}},
  },
  'a RuntimeClass with overhead and two tolerations': {
    object: runtimeClass('x', {
      overhead: {podFixed: {cpu: '250m', memory: '0.5Gi'}},
      scheduling: {tolerations: [{key: 'sandbox', operator: 'Exists', effect: 'NoSchedule'}, {key: 'sandbox', operator: 'Exists', effect: 'NoExecute'}]},
    }),
    stored: {overhead: {podFixed: {cpu: '250m', memory: '512Mi'}}},
  },
  'a NetworkPolicy with metadata, a protocol and namespaces': {
    object: {apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: {name: 'x', ...marks}, spec: {
      podSelector: {}, egress: [{to: [{ipBlock: {cidr: '10.0.0.0/8', except: ['10.1.0.0/16']}}]}],
      ingress: [{from: [{namespaceSelector: {matchExpressions: [{key: 'team', operator: 'In', values: ['a']}]}}], ports: [{protocol: 'SCTP', port: 80}, {port: 81}]}],
    }},
    stored: {metadata: {...marks, generation: 1}, spec: {policyTypes: ['Ingress', 'Egress'], ingress: [{ports: [{protocol: 'SCTP'}, {protocol: 'TCP'}]}]}},
  },
  'an IngressClass with metadata and parameters in a namespace': {
    object: {apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: {name: 'x', ...marks},
      spec: {controller: 'example.com/ingress', parameters: {apiGroup: 'example.com', kind: 'Settings', name: 's', scope: 'Namespace', namespace: 'web'}}},
    stored: {metadata: {...marks, generation: 1}, spec: {parameters: {scope: 'Namespace'}}},
  },
  'a PodDisruptionBudget with metadata and a selector': {
    object: {apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: {name: 'x', ...marks},
      spec: {maxUnavailable: '10%', selector: {matchExpressions: [{key: 'app', operator: 'In', values: ['web']}]}}},
    stored: {metadata: {generation: 1}, status: {disruptionsAllowed: 0, expectedPods: 0}},
  },
  'a ResourceClaim with two requests and alternatives': {
    object: {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'x'}, spec: {devices}},
    stored: {spec: {devices: storedDevices}},
  },
  'a ResourceClaimTemplate with two requests and alternatives': {
    object: {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: {name: 'x'}, spec: {spec: {devices}}},
    stored: {spec: {spec: {devices: storedDevices}}},
  },
  'a ResourceClaim with admin access': {
    before: [administered],
    object: {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: inAdmin, spec: watched},
    stored: {spec: {devices: {requests: [{exactly: {adminAccess: true, allocationMode: 'All'}}]}}},
  },
  'a ResourceClaimTemplate with admin access': {
    before: [administered],
    object: {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: inAdmin, spec: {spec: watched}},
    stored: {spec: {spec: {devices: {requests: [{exactly: {adminAccess: true}}]}}}},
  },
  'a DeviceClass with all fields': {
    object: {apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'gpu.example.com'}, spec: {
      selectors: [{cel: {expression: 'true'}}], config: [{opaque: {driver: 'gpu.example.com', parameters: {shared: true}}}], extendedResourceName: 'example.com/gpu',
    }},
    stored: {metadata: {generation: 1}, spec: {extendedResourceName: 'example.com/gpu', config: [{opaque: {parameters: {shared: true}}}]}},
  },
  'a CertificateSigningRequest with a finalizer and two conditions': {
    before: [signing],
    object: {...signing, status: {conditions}},
    subresource: 'approval',
    stored: {metadata: marks, status: {conditions}},
  },
  'a Service with an address and two node ports': {
    object: service('x', {
      type: 'NodePort', clusterIP: '10.0.12.34', clusterIPs: ['10.0.12.34'], ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv4'],
      ports: [{name: 'a', port: 80, nodePort: 30_080}, {name: 'b', port: 81, nodePort: 30_081}],
    }),
    stored: {spec: {
      externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster', sessionAffinity: 'None',
      ports: [{protocol: 'TCP', targetPort: 80, nodePort: 30_080}, {protocol: 'TCP', targetPort: 81, nodePort: 30_081}],
    }},
  },
  'a headless Service with both IP families': {
    object: service('x', {clusterIP: 'None', selector: undefined, ipFamilies: ['IPv6', 'IPv4']}),
    stored: {spec: {clusterIPs: ['None'], ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'RequireDualStack', type: 'ClusterIP', ports: [{protocol: 'TCP', targetPort: 80}]}},
  },
  'a MetadataPolicy with selectors of both kinds': {
    object: {apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', metadata: {name: 'x'}, spec: {rules: [{
      policyPredicate: {
        labelSelector: {matchLabels: {app: 'web'}, matchExpressions: [{key: 'tier', operator: 'NotIn', values: ['test']}]},
        annotationSelector: {matchExpressions: [{key: 'example.com/note', operator: 'In', values: ['a b']}]},
      },
      policyAction: {updatedLabels: {'example.com/team': 'a'}, updatedAnnotations: {'example.com/owner': 'any text'}},
    }]}},
    stored: {metadata: {name: 'x'}},
  },
}
