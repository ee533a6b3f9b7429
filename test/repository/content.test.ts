import {expect} from 'chai'

import {repositoryOf} from '../helpers/repository.js'

/** Classification of a file with this text in a directory. */
function verdictOf(text: string, path = 'a.yaml'): string {
  const {skipped, manifests} = repositoryOf({[path]: text})
  return manifests.includes(path) ? 'manifest' : skipped[path] ?? ''
}

const notKubernetes = 'not-kubernetes: no apiVersion and kind'

describe('file recognition by content', () => {
  const manifests: Readonly<Record<string, string>> = {
    'a manifest': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n',
    'comments first': '# a pod\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n',
    'quotes and spaces': '"apiVersion" : "v1" # here\n\'kind\': Pod\n',
    'fields in any order': 'metadata: {name: a}\nkind: Pod\napiVersion: v1\n',
    'an indented document': '  apiVersion: v1\n  kind: Pod\n',
    'flow style': '{apiVersion: v1, kind: Pod, metadata: {name: a}}\n',
    JSON: '{"metadata": {"name": "a"}, "kind": "Pod", "apiVersion": "v1"}',
    'a misspelt Deployment': 'apiVersion: apps/v1\nkind: Deploymnt\nmetadata: {name: a}\n',
    'a misspelt group': 'apiVersion: app/v1\nkind: Deployment\nmetadata: {name: a}\n',
    'an unknown kind of the core group': 'apiVersion: v1\nkind: Widget\nmetadata: {name: a}\n',
    'a custom resource': 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n',
    'an Argo CD application': 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\n',
    'a Flux kustomization': 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n',
    'a document without a kind': 'apiVersion: v1\nmetadata: {name: a}\n',
    'a document without an apiVersion': 'kind: Pod\nspec: {}\n',
    'a document without kind and apiVersion': 'metadata: {name: a}\nspec: {containers: []}\n',
    'a misspelt apiVersion field': 'apiversion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {}\n',
    'a misspelt kind field': 'apiVersion: v1\nkinds: ConfigMap\nmetadata: {name: a}\n',
    'misspelt apiVersion and kind fields': 'apiversion: v1\nKind: ConfigMap\nmetadata: {name: a}\n',
    'a manifest between other documents': 'a: b\n---\napiVersion: v1\nkind: Pod\n---\nc: d\n',
    'broken YAML': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a\n',
    'broken JSON': '{"apiVersion": "v1", "kind": "Pod",}',
    'a tool configuration followed by an object': 'apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\n---\napiVersion: v1\nkind: Pod\n',
    'an obsolete form': '{"id": "limits", "kind": "LimitRange", "apiVersion": "v1beta1"}',
    'an AdmissionConfiguration': 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: []\n',
    'a configuration of a plugin': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: []\n',
    'a configuration without a version': 'kind: Configuration\nlimits: [{type: Namespace}]\n',
    'braces in values': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {alert: "{{ $value }}"}\n',
    'an object with the local-config annotation': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {config.kubernetes.io/local-config: "true"}}\n',
  }
  for (const [what, text] of Object.entries(manifests)) it(`recognizes a manifest: ${what}`, () => expect(verdictOf(text)).to.equal('manifest'))

  const others: Readonly<Record<string, string>> = {
    'an empty file': '',
    'a comment': '# nothing\n---\n',
    'a list': '- hosts: all\n  tasks: [{name: a, kind: b}]\n',
    'a workflow': 'name: ci\non: [push]\njobs: {build: {runs-on: ubuntu, steps: [{run: "echo {{ a }}"}]}}\n',
    'Docker Compose': 'version: "3"\nservices: {web: {image: a}}\n',
    OpenAPI: 'openapi: 3.0.0\ninfo: {title: a}\ncomponents: {schemas: {Pod: {properties: {kind: {type: string}, apiVersion: {type: string}}}}}\n',
    'package.json': '{"name": "a", "version": "1.0.0", "kind": "module"}',
    'JSON with comments': '{\n  // "kind" of module\n  "compilerOptions": {}\n}\n',
    CloudFormation: 'Resources:\n  Bucket: {Type: "AWS::S3::Bucket", Properties: {Name: !Ref Name}, Metadata: {kind: a}}\n',
    'encrypted values': 'password: !vault |\n  $ANSIBLE_VAULT;1.1\nmetadata: a\n',
    'a Drone pipeline': 'kind: pipeline\ntype: docker\nname: default\nsteps: []\n',
    'Grafana data sources': 'apiVersion: 1\ndatasources: [{name: a}]\n',
    'Prometheus rules': 'groups: [{name: a, rules: [{alert: b, annotations: {text: "{{ $value }}"}}]}]\n',
    'a template without an apiVersion': '{{- if .a }}\nreplicas: {{ .b }}\n{{- end }}\n',
    'a swagger file': '{"definitions": {"Pod": {"properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {}}}}}',
    'a list of manifests': '- apiVersion: v1\n  kind: Pod\n',
  }
  for (const [what, text] of Object.entries(others)) it(`skips ${what}`, () => expect(verdictOf(text)).to.equal(notKubernetes))

  const tools: readonly (readonly [string, string])[] = [
    ['apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\n', 'kind configuration'],
    ['apiVersion: k3d.io/v1alpha5\nkind: Simple\nmetadata: {name: a}\n', 'k3d configuration'],
    ['apiVersion: kubeadm.k8s.io/v1beta4\nkind: InitConfiguration\n---\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n', 'kubeadm configuration, kubelet configuration'],
    ['apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n', 'kube-proxy configuration'],
    ['{"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "apps/v1", "resources": []}', 'discovery document of an API server'],
    ['apiVersion: v1\nkind: Config\ncontexts: []\n', 'kubeconfig'],
    ['apiVersion: skaffold/v4beta11\nkind: Config\nmetadata: {name: a}\n', 'Skaffold configuration'],
    ['apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n', 'Kustomize'],
    ['apiVersion: builtin\nkind: PrefixSuffixTransformer\nmetadata: {name: a}\n', 'Kustomize transformer'],
    ['apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: My_Service}\n', 'Backstage catalog'],
    ['apiVersion: score.dev/v1b1\nmetadata: {name: a}\ncontainers: {}\n', 'Score workload'],
    ['{"apiVersion": "tanka.dev/v1alpha1", "kind": "Environment", "metadata": {"name": "a"}}', 'Tanka environment'],
    ['apiVersion: example.com/v1\nkind: Widget\nsize: 1\n', 'Widget without metadata'],
    ['apiVersion: example.com/v1\nkind: SetLabels\nmetadata: {name: a, annotations: {config.kubernetes.io/function: "a"}}\n', 'KRM function configuration'],
    ['apiVersion: v3\nkind: service\nmetadata: {name: a}\nspec: {}\n', 'Datadog catalog'],
    ['apiVersion: prometheus/v1\nkind: SloSpec\nspec: {}\n', 'prometheus/v1 SloSpec, which no API server serves'],
    ['apiVersion: skaffold/v4beta11\nkind: Config\nbuild: {{ .a }\n', 'Skaffold configuration'],
  ]
  for (const [text, tool] of tools) it(`recognizes a tool file: ${tool}`, () => expect(verdictOf(text)).to.equal(`tool-file: ${tool}`))

  it('recognizes operations of a JSON patch as a patch', () => {
    expect(verdictOf('- op: replace\n  path: /spec/replicas\n  value: 5\n')).to.equal('kustomize-patch: operations of a JSON patch')
    expect(verdictOf('[{"op": "remove", "path": "/spec/replicas"}]', 'a.json')).to.equal('kustomize-patch: operations of a JSON patch')
  })

  it('handles large untrusted files', () => {
    expect(verdictOf(`kind: ${'# '.repeat(200_000)}`)).to.equal(notKubernetes)
    expect(verdictOf('{"a":'.repeat(100_000))).to.equal(notKubernetes)
  })
})
