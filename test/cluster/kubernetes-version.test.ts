import {expect} from 'chai'

import {type KubernetesVersion, kubernetesVersions} from '../../src/machinery/version/kubernetes-version.js'
import {type Body, container, pod, quota, service} from '../helpers/builders.js'
import {allowed, at, TestCluster, verdict} from '../helpers/test-cluster.js'

const create = (kubernetesVersion: KubernetesVersion, object: Body) => new TestCluster({kubernetesVersion}).create(object)

/** The results of all versions up to 1.36; 1.37 has the same as 1.36. */
function upTo136<T>(resultOf: (version: KubernetesVersion) => T): T[] {
  const results = kubernetesVersions.map(resultOf)
  expect(results[3], '1.37').to.deep.equal(results[2])
  return results.slice(0, 3)
}

/** The answers of all versions, the oldest first: `201`, or the message. */
const verdicts = (object: Body): string[] => upTo136((version) => verdict(create(version, object)))

const warnings = (object: Body): (readonly string[])[] => upTo136((version) => create(version, object).warnings)

/** A field of the stored object, by all versions. */
const stored = (object: Body, path: string): unknown[] => upTo136((version) => at(allowed(create(version, object)), path))

const podWith = (spec: Body): Body => pod('p').having({spec: {containers: [container('c')], ...spec}})

describe('Kubernetes versions', () => {
  it('default to the latest', () => {
    expect(new TestCluster().cluster.kubernetesVersion).to.equal('1.36')
    expect(new TestCluster({kubernetesVersion: '1.34'}).cluster.fork().kubernetesVersion).to.equal('1.34')
  })

  describe('messages', () => {
    it('measure labels in bytes from 1.35 on', () => {
      const messages = verdicts(pod('p').having({metadata: {labels: {a: 'x'.repeat(64)}}}))
      expect(messages.map((message) => /no more than 63 (\w+)/.exec(message)?.[1])).to.deep.equal(['characters', 'bytes', 'bytes'])
    })

    it('require a valid label key instead of a qualified name from 1.35 on', () => {
      const messages = verdicts(pod('p').having({metadata: {labels: {'a/b/c': 'x'}}}))
      expect(messages.map((message) => /a (qualified name|valid label key) must/.exec(message)?.[1])).to.deep.equal(['qualified name', 'valid label key', 'valid label key'])
    })

    it('measure label values in warnings in bytes from 1.35 on', () => {
      const preference = {weight: 1, preference: {matchExpressions: [{key: 'a', operator: 'In', values: ['x'.repeat(64)]}]}}
      const reported = warnings(podWith({affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [preference]}}}))
      expect(reported.map(([text = '']) => /no more than 63 (\w+)/.exec(text)?.[1])).to.deep.equal(['characters', 'bytes', 'bytes'])
    })

    it('include embedded structs in decoding errors from 1.35 on', () => {
      const field = (struct: string): string => '400 Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field '
        + `Volume.spec.volumes.${struct}emptyDir of type v1.EmptyDirVolumeSource`
      expect(verdicts(podWith({volumes: [{name: 'a', emptyDir: 'x'}]}))).to.deep.equal([field(''), field('VolumeSource.'), field('VolumeSource.')])
    })
  })

  describe('rules', () => {
    it('allow service names that begin with a digit from 1.36 on', () => {
      const [first, second, third] = verdicts(service('1st', {ports: [{port: 80}]}))
      expect(first).to.match(/^422 Service "1st" is invalid: metadata.name: Invalid value: "1st": a DNS-1035 label must consist of/)
      expect([second, third]).to.deep.equal([first, '201'])
    })

    it('allow such service names in Ingresses from 1.36 on', () => {
      const ingress = {apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: {name: 'a'}, spec: {defaultBackend: {service: {name: '1st', port: {number: 80}}}}}
      const [first, second, third] = verdicts(ingress)
      expect(first).to.match(/spec\.defaultBackend\.service\.name: Invalid value: "1st": a DNS-1035 label must consist of/)
      expect([second, third]).to.deep.equal([first, '201'])
    })

    it('accept a generateName of a service that ends with a dash', () => {
      const named = {...service('x', {ports: [{port: 80}]}), metadata: {generateName: 'web-'}}
      expect(kubernetesVersions.map((version) => create(version, named).status.message)).to.satisfy((messages: string[]) => messages.every((message) => !message.includes('DNS-1035')))
    })

    const addresses: Record<string, [object: Body, error: string, warning: string]> = {
      'of services': [
        service('s', {ports: [{port: 80}], externalIPs: ['010.1.2.3']}), 'Service "s" is invalid: spec.externalIPs[0]: Invalid value: "010.1.2.3": must not have leading 0s',
        'spec.externalIPs[0]: non-standard IP address "010.1.2.3" will be considered invalid in a future Kubernetes release: use "10.1.2.3"',
      ],
      'of load balancers': [
        service('s', {type: 'LoadBalancer', ports: [{port: 80}], loadBalancerSourceRanges: ['10.0.0.1/8']}),
        'Service "s" is invalid: spec.LoadBalancerSourceRanges[0]: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
        'spec.loadBalancerSourceRanges[0]: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
      ],
      'of resolvers': [
        podWith({dnsConfig: {nameservers: ['::ffff:1.2.3.4']}}), 'Pod "p" is invalid: spec.dnsConfig.nameservers[0]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
        'spec.dnsConfig.nameservers[0]: non-standard IP address "::ffff:1.2.3.4" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
      ],
      'of hosts': [
        podWith({hostAliases: [{ip: '1.2.3.04'}]}), 'Pod "p" is invalid: spec.hostAliases[0].ip: Invalid value: "1.2.3.04": must not have leading 0s',
        'spec.hostAliases[0].ip: non-standard IP address "1.2.3.04" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
      ],
      'of network policies': [
        {apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: {name: 'n'}, spec: {podSelector: {}, egress: [{to: [{ipBlock: {cidr: '010.0.0.0/8'}}]}]}},
        'NetworkPolicy.networking.k8s.io "n" is invalid: spec.egress[0].to[0].ipBlock.cidr: Invalid value: "010.0.0.0/8": must not have leading 0s in IP or prefix length',
        'spec.egress[0].to[0].ipBlock.cidr: non-standard CIDR value "010.0.0.0/8" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
      ],
    }

    for (const [title, [object, error, warning]] of Object.entries(addresses)) {
      it(`accept non-standard addresses ${title} with a warning, and reject them from 1.36 on`, () => {
        expect(verdicts(object)).to.deep.equal(['201', '201', `422 ${error}`])
        expect(warnings(object).map((texts) => texts.includes(warning))).to.deep.equal([true, true, false])
      })
    }

    it('reject loopback addresses even in a non-standard notation', () => {
      const message = 'Service "s" is invalid: spec.externalIPs[0]: Invalid value: "0127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'
      expect(verdicts(service('s', {ports: [{port: 80}], externalIPs: ['0127.0.0.1']})).slice(0, 2)).to.deep.equal([`422 ${message}`, `422 ${message}`])
    })

    it('accept non-standard cluster IPs of services up to 1.35', () => {
      expect(verdicts(service('s', {ports: [{port: 80}], clusterIP: '10.000.0.9'})).map((text) => text.slice(0, 3))).to.deep.equal(['201', '201', '422'])
    })

    it('allow RestartAllContainers from 1.36 on', () => {
      const restarting = (action: string): Body =>
        podWith({containers: [container('c', undefined, {restartPolicy: 'Never', restartPolicyRules: [{action, exitCodes: {operator: 'In', values: [1]}}]})]})
      const path = 'Pod "p" is invalid: spec.containers[0].restartPolicyRules[0].action: Unsupported value:'
      expect(verdicts(restarting('RestartAllContainers'))).to.deep.equal(['201', `422 ${path} "RestartAllContainers": supported values: "Restart"`, '201'])
      expect(verdicts(restarting('x'))).to.deep.equal([
        '201', `422 ${path} "x": supported values: "Restart"`, `422 ${path} "x": supported values: "Restart", "RestartAllContainers"`,
      ])
    })

    it('allow restart rules of sidecars from 1.36 on', () => {
      const sidecar = container('s', undefined, {restartPolicy: 'Always', restartPolicyRules: [{action: 'Restart', exitCodes: {operator: 'In', values: [1]}}]})
      const message = 'Pod "p" is invalid: spec.initContainers[0].restartPolicyRules: Forbidden: restartPolicyRules are not allowed for init containers with restart policy Always'
      expect(verdicts(podWith({initContainers: [sidecar]}))).to.deep.equal(['201', `422 ${message}`, '201'])
      expect(stored(podWith({initContainers: [container('s', undefined, {restartPolicy: 'Always'})]}), 'spec.initContainers.0.restartPolicy')).to.deep.equal(['Always', 'Always', 'Always'])
    })

    it('mention fileKeyRef from 1.35 on', () => {
      const path = 'Pod "p" is invalid: spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`'
      const [first, second, third] = verdicts(podWith({containers: [container('c', undefined, {env: [{name: 'A', valueFrom: {}}]})]}))
      expect([first, second]).to.deep.equal([`422 ${path} or \`secretKeyRef\``, `422 ${path}, \`secretKeyRef\` or \`fileKeyRef\``])
      expect(third).to.equal(second)
    })
  })

  describe('fields that older versions drop', () => {
    it('include restart rules of containers, before 1.35', () => {
      const spec = {containers: [container('c', undefined, {restartPolicy: 'Never', restartPolicyRules: [{action: 'Restart', exitCodes: {operator: 'In', values: [1]}}]})]}
      expect(stored(podWith(spec), 'spec.containers.0.restartPolicy')).to.deep.equal([undefined, 'Never', 'Never'])
      expect(stored(podWith(spec), 'spec.containers.0.restartPolicyRules').map((rules) => rules === undefined)).to.deep.equal([true, false, false])
    })

    it('include hostnameOverride, before 1.35', () => {
      expect(stored(podWith({hostnameOverride: 'a.b'}), 'spec.hostnameOverride')).to.deep.equal([undefined, 'a.b', 'a.b'])
      expect(verdicts(podWith({hostnameOverride: 'A'})).map((text) => text.slice(0, 3))).to.deep.equal(['201', '422', '422'])
    })

    it('include fileKeyRef of variables, before 1.35', () => {
      const env = [{name: 'A', valueFrom: {fileKeyRef: {volumeName: 'v', path: 'p', key: 'k'}}}]
      const [first, second, third] = verdicts(podWith({volumes: [{name: 'v', emptyDir: {}}], containers: [container('c', undefined, {env})]}))
      expect(first).to.match(/valueFrom: Invalid value: "": must specify one of/)
      expect([second, third]).to.deep.equal(['201', '201'])
    })

    it('include image volumes and their mounts, before 1.35', () => {
      const spec = {
        volumes: [{name: 'i', image: {reference: 'r'}}, {name: 'e'}],
        containers: [container('c', undefined, {volumeMounts: [{name: 'i', mountPath: '/i'}, {name: 'e', mountPath: '/e'}]})],
      }
      const lengths = (path: string): unknown[] => stored(podWith(spec), path).map((list) => (list as unknown[]).length)
      expect([lengths('spec.volumes'), lengths('spec.containers.0.volumeMounts')]).to.deep.equal([[1, 2, 2], [1, 2, 2]])
    })

    it('are dropped in templates of workloads too, and again on update', () => {
      const template = {metadata: {labels: {a: 'b'}}, spec: {hostnameOverride: 'x', containers: [container('c')]}}
      const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'}, spec: {selector: {matchLabels: {a: 'b'}}, template}}
      expect(stored(deployment, 'spec.template.spec.hostnameOverride')).to.deep.equal([undefined, 'x', 'x'])
      const cluster = new TestCluster({kubernetesVersion: '1.34'})
      allowed(cluster.create(deployment))
      const again = allowed(cluster.update(deployment))
      expect([at(again, 'spec.template.spec.hostnameOverride'), at(again, 'metadata.generation')]).to.deep.equal([undefined, 1])
      const cronJob = {apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name: 'c'}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {spec: {...template.spec, restartPolicy: 'Never'}}}}}}
      expect(stored(cronJob, 'spec.jobTemplate.spec.template.spec.hostnameOverride')).to.deep.equal([undefined, 'x', 'x'])
    })

    it('include tolerances of HorizontalPodAutoscalers, before 1.35', () => {
      const autoscaler = {
        apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'a'},
        spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'd'}, maxReplicas: 3, behavior: {scaleUp: {tolerance: '0.1'}}},
      }
      expect(stored(autoscaler, 'spec.behavior.scaleUp.tolerance')).to.deep.equal([undefined, '100m', '100m'])
    })

    it('include tolerations, capacities and distinct attributes of ResourceClaims, before 1.36', () => {
      const requirement = {deviceClassName: 'gpu', tolerations: [{operator: 'Exists'}], capacity: {requests: {memory: '1Gi'}}}
      const requests = [{name: 'a', exactly: requirement}, {name: 'b', firstAvailable: [{name: 'c', ...requirement}]}]
      const claim = (fields: Body): Body => ({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'r'}, spec: {devices: {requests, ...fields}}})
      for (const field of ['tolerations', 'capacity']) {
        for (const path of ['requests.0.exactly', 'requests.1.firstAvailable.0']) {
          expect(stored(claim({}), `spec.devices.${path}.${field}`).map((value) => value !== undefined), `${path}.${field}`).to.deep.equal([false, false, true])
        }
      }
      const message = 'ResourceClaim.resource.k8s.io "r" is invalid: spec.devices.constraints[0].matchAttribute: Required value'
      expect(verdicts(claim({constraints: [{distinctAttribute: 'a.b/c'}]}))).to.deep.equal([`422 ${message}`, `422 ${message}`, '201'])
      const template = {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: {name: 'r'}, spec: {spec: {devices: {requests}}}}
      expect(stored(template, 'spec.spec.devices.requests.0.exactly.capacity').map((value) => value !== undefined)).to.deep.equal([false, false, true])
    })
  })

  describe('fields that some versions lack', () => {
    const projected = (source: Body): Body => podWith({volumes: [{name: 'v', projected: {sources: [source]}}]})
    const certificate = {signerName: 'a.b/c', keyType: 'ED25519', keyPath: 'k'}

    it('are unknown before the version that adds them', () => {
      const unknown = (path: string): string => `400 Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "${path}"`
      expect(verdicts(podWith({schedulingGroup: {podGroupName: 'g'}}))).to.deep.equal([unknown('spec.schedulingGroup'), unknown('spec.schedulingGroup'), '201'])
      const annotated = projected({podCertificate: {...certificate, userAnnotations: {'a.b/c': 'd'}}})
      expect(verdicts(annotated)).to.deep.equal([unknown('spec.volumes[0].projected.sources[0].podCertificate.userAnnotations'), '201', '201'])
    })

    it('are dropped by the last version that has them, and unknown afterwards', () => {
      const unknown = '400 Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.workloadRef"'
      const pods = podWith({workloadRef: {name: 'w', podGroup: 'g'}})
      expect(verdicts(pods)).to.deep.equal([unknown, '201', unknown])
      expect(at(allowed(create('1.35', pods)), 'spec.workloadRef')).to.equal(undefined)
    })

    it('are dropped from templates of workloads too', () => {
      const deployment = {
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'},
        spec: {
          selector: {matchLabels: {a: 'b'}},
          template: {metadata: {labels: {a: 'b'}}, spec: {workloadRef: {name: 'w', podGroup: 'g'}, containers: [container('c')]}},
        },
      }
      expect(at(allowed(create('1.35', deployment)), 'spec.template.spec.workloadRef')).to.equal(undefined)
    })

    it('are omitted from messages about changed templates', () => {
      const job = (image: string): Body => ({
        apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'j', namespace: 'dev'},
        spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image}]}}},
      })
      const printed = kubernetesVersions.map((version) => {
        const cluster = new TestCluster({kubernetesVersion: version})
        const {metadata, spec} = allowed(cluster.create(job('i:1'))) as {readonly metadata: object, readonly spec: Body}
        const {template, ...fixed} = spec as {readonly template: Body}
        const {status} = cluster.update({...job('i:2'), metadata, spec: {...fixed, template: {...template, spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'i:2'}]}}}})
        return /"HostnameOverride":null(.*?)\}\}: field is immutable/.exec(status.message)?.[1]
      })
      expect(printed).to.deep.equal(['', ',"WorkloadRef":null', ',"SchedulingGroup":null', ',"SchedulingGroup":null,"EvictionResponders":null'])
    })
  })

  it('do not serve kinds that later versions add', () => {
    const binding = {apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingAdmissionPolicyBinding', metadata: {name: 'b'}, spec: {policyName: 'p'}}
    const missing = '404 the server could not find the requested resource'
    expect(verdicts(binding)).to.deep.equal([missing, missing, '201'])
  })

  describe('warnings', () => {
    it('about quotas are returned from 1.35 on', () => {
      const text = 'ResourceQuota requests.cpu (10) should be less than limits.cpu (1)'
      expect(warnings(quota({'requests.cpu': '10', 'limits.cpu': '1'}))).to.deep.equal([[], [text], [text]])
    })
  })

  describe('updates of suspended Jobs', () => {
    const job = (cpu: string, node: string): Body => ({
      apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'j'},
      spec: {
        suspend: true, manualSelector: true, selector: {matchLabels: {a: 'b'}},
        template: {metadata: {labels: {a: 'b'}}, spec: {restartPolicy: 'Never', nodeSelector: {node}, containers: [{name: 'c', image: 'i', resources: {requests: {cpu}}}]}},
      },
    })

    const changed = (version: KubernetesVersion, cpu: string, node: string, status?: Body): string => {
      const cluster = new TestCluster({kubernetesVersion: version})
      const {metadata, ...created} = allowed(cluster.create(job('1', 'x')))
      if (status !== undefined) cluster.cluster.setStatus({apiVersion: 'batch/v1', kind: 'Job', namespace: 'dev', name: 'j'}, status as never)
      return String(cluster.update({...created, ...job(cpu, node), metadata}).status.code)
    }

    it('may change resources from 1.36 on', () => {
      expect(upTo136((version) => changed(version, '2', 'x'))).to.deep.equal(['422', '422', '200'])
    })

    it('may change node selectors, after a start only from 1.36 on', () => {
      expect(upTo136((version) => changed(version, '1', 'y'))).to.deep.equal(['200', '200', '200'])
      const status = {startTime: '2024-01-01T00:00:00Z', conditions: [{type: 'Suspended', status: 'True'}]}
      expect(upTo136((version) => changed(version, '1', 'y', status))).to.deep.equal(['422', '422', '200'])
    })
  })
})
