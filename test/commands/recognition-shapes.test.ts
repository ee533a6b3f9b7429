import {expect} from 'chai'
import {rmSync} from 'node:fs'

import Lint from '../../commands/lint.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const object = (apiVersion: string, kind: string, name: string, more = ''): string => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\n${more}`

const deployment = (name: string, namespace: string, replicas = ''): string => `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}${namespace}}\nspec:\n${replicas}`
  + '  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: manager, image: controller}]}\n'

/** An operator scaffolded by kubebuilder. */
const operator = {
  PROJECT: 'domain: example.com\nlayout: [go.kubebuilder.io/v4]\n',
  '.github/workflows/test.yml': 'on: push\njobs: {test: {steps: [{with: {ref: "${{ github.ref }}"}}]}}\n',
  '.golangci.yml': 'version: "2"\n',
  'config/crd/kustomization.yaml': 'resources: [bases/widgets.yaml]\npatches:\n#- path: patches/cainjection.yaml\nconfigurations:\n- kustomizeconfig.yaml\n',
  'config/crd/kustomizeconfig.yaml': 'nameReference:\n- kind: Service\n  version: v1\n  fieldSpecs:\n  - {kind: CustomResourceDefinition, path: spec/conversion/webhook}\n',
  'config/crd/patches/cainjection.yaml': object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com'),
  'config/crd/bases/widgets.yaml': object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com', `spec:
  group: example.com
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`),
  'config/default/kustomization.yaml': `namespace: widgets
namePrefix: widgets-
resources:
- ../crd
- ../manager
patches:
- path: metrics_patch.yaml
  target: {kind: Deployment}
#- path: manager_config_patch.yaml
`,
  'config/default/metrics_patch.yaml': '- {op: add, path: /spec/template/spec/containers/0/args/0, value: a}\n',
  'config/default/manager_config_patch.yaml': object('apps/v1', 'Deployment', 'controller-manager', 'spec: {template: {spec: {containers: [{name: manager, args: [a]}]}}}\n'),
  'config/manager/kustomization.yaml': 'resources: [manager.yaml]\nimages: [{name: controller, newTag: v1}]\n',
  'config/manager/manager.yaml': `${object('v1', 'Namespace', 'system')}---\n${deployment('controller-manager', ', namespace: system')}`,
  'config/manager/config.yaml': 'apiVersion: controller-runtime.sigs.k8s.io/v1alpha1\nkind: ControllerManagerConfig\n',
  'config/samples/kustomization.yaml': 'resources: [widget.yaml]\n',
  'config/samples/widget.yaml': object('example.com/v1', 'Widget', 'sample', 'spec:\n  # Add fields here\n'),
  'config/scorecard/kustomization.yaml': 'resources: [bases/config.yaml]\npatches:\n- {path: patches/basic.yaml, target: {kind: Configuration}}\n',
  'config/scorecard/bases/config.yaml': object('scorecard.operatorframework.io/v1alpha3', 'Configuration', 'config', 'stages: []\n'),
  'config/scorecard/patches/basic.yaml': '- {op: add, path: /stages/0/tests/-, value: {image: a}}\n',
  'bundle/metadata/annotations.yaml': 'annotations: {operators.operatorframework.io.bundle.mediatype.v1: registry+v1}\n',
}

/** A Flux cluster, with variables and a SOPS secret. */
const flux = {
  '.sops.yaml': 'creation_rules: [{path_regex: .*.enc.yaml, age: age1}]\n',
  'clusters/prod/flux-system/kustomization.yaml': 'resources: [gotk-sync.yaml]\n',
  'clusters/prod/flux-system/gotk-sync.yaml': object('source.toolkit.fluxcd.io/v1', 'GitRepository', 'flux-system', 'spec: {interval: 1m}\n'),
  'clusters/prod/apps.yaml': object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'apps', 'spec: {path: ./apps/prod, postBuild: {substitute: {replicas: "3"}}}\n'),
  'apps/base/kustomization.yaml': 'resources: [web.yaml, release.yaml]\nconfigMapGenerator: [{name: values, files: [values.yaml=values.yaml]}]\n',
  'apps/base/web.yaml': deployment('"web-${cluster}"', '', '  replicas: ${replicas:=2}\n'),
  'apps/base/release.yaml': object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'podinfo', 'spec: {interval: 50m}\n'),
  'apps/base/values.yaml': 'kind: fancy\nreplicaCount: ${replicas}\n',
  'apps/prod/kustomization.yaml': 'namespace: podinfo\nresources: [../base, db.enc.yaml]\npatches: [{path: values.yaml, target: {kind: HelmRelease}}]\n',
  'apps/prod/values.yaml': object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'podinfo', 'spec: {values: {a: b}}\n'),
  'apps/prod/db.enc.yaml': object('v1', 'Secret', 'db', 'data: {password: "ENC[AES256_GCM,data:a]"}\nsops: {mac: "ENC[a]", version: 3.8.1}\n'),
}

/** An Argo CD app of apps, with a chart and an overlay. */
const argo = {
  'bootstrap/root.yaml': object('argoproj.io/v1alpha1', 'Application', 'root', 'spec: {source: {path: apps}}\n'),
  'apps/addons.yaml': object('argoproj.io/v1alpha1', 'ApplicationSet', 'addons', `spec:
  goTemplate: true
  template:
    metadata: {name: "{{.path.basename}}-{{.name}}"}
  templatePatch: |
    {{- if .autoSync }}
    spec: {syncPolicy: {}}
    {{- end }}
`),
  'addons/app/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n',
  'addons/app/values-prod.yaml': 'replicas: 2\n',
  'addons/app/templates/cm.yaml': '{{- range .Values.x }}\napiVersion: v1\nkind: ConfigMap\n{{- end }}\n',
  'base/kustomization.yaml': 'resources: [web.yaml, ingress.yaml, hpa.yaml]\n',
  'base/web.yaml': deployment('web', ''),
  'base/ingress.yaml': object('networking.k8s.io/v1', 'Ingress', 'web', 'spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n'),
  'base/hpa.yaml': object('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', 'spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n'),
  'envs/prod/kustomization.yaml': 'resources: [../../base]\ncomponents: [../../components/tls]\nhelmCharts: [{name: x, valuesFile: x.yaml}]\npatches: [{path: hpa.yaml}]\n',
  'envs/prod/x.yaml': 'apiVersion: x\n',
  'envs/prod/hpa.yaml': object('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', 'spec: {maxReplicas: 10}\n'),
  'components/tls/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [cm.yaml]\n',
  'components/tls/cm.yaml': object('v1', 'ConfigMap', 'tls'),
}

/** An operator with tests of kuttl, Chainsaw and Go, and an OLM bundle next to the bundled manifests. */
const tested = {
  'go.mod': 'module example.com/op\n',
  'kuttl-test.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\ntestDirs: [tests]\n',
  'tests/basic/00-install.yaml': object('example.com/v1', 'Widget', 'w', 'spec: {size: 1}\n'),
  'tests/basic/00-assert.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\nstatus: {readyReplicas: 1}\n---\napiVersion: v1\nkind: Pod\nmetadata: {labels: {app: w}}\n',
  'tests/basic/01-resize.yaml': object('example.com/v1', 'Widget', 'w', 'spec: {size: 2}\n'),
  'tests/basic/01-errors.yaml': object('apps/v1', 'Deployment', 'w'),
  'chainsaw/quick/chainsaw-test.yaml': `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: Test
metadata: {name: quick}
spec:
  steps:
  - try:
    - apply: {file: pod.yaml}
    - assert:
        file: expected.yaml
    - error: {file: "../gone.yaml"}
`,
  'chainsaw/quick/pod.yaml': object('v1', 'ConfigMap', 'a'),
  'chainsaw/quick/expected.yaml': 'apiVersion: v1\nkind: Pod\nspec:\n  (length(containers)): 1\n',
  'chainsaw/gone.yaml': object('apps/v1', 'Deployment', 'x'),
  'chainsaw/other/chainsaw-test.yaml': 'apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: other}\n',
  'chainsaw/other/pod.yaml': object('v1', 'ConfigMap', 'a'),
  'api/v1/testdata/invalid.yaml': object('apps/v1', 'Deployment', 'invalid'),
  'bundle/metadata/annotations.yaml': 'annotations: {operators.operatorframework.io.bundle.mediatype.v1: registry+v1}\n',
  'bundle/manifests/account.yaml': object('v1', 'ServiceAccount', 'op'),
  'dist/install.yaml': object('v1', 'ServiceAccount', 'op'),
  'config/default/kustomization.yaml': 'resources: [account.yaml]\n',
  'config/default/account.yaml': object('v1', 'ServiceAccount', 'controller'),
  'config/default/manager_auth_proxy_patch.yaml': object('apps/v1', 'Deployment', 'controller-manager', 'spec: {template: {spec: {containers: [{name: proxy}]}}}\n'),
}

/** Templates of a Cluster API provider, one for each flavor. */
const provider = {
  'metadata.yaml': 'apiVersion: clusterctl.cluster.x-k8s.io/v1alpha3\nkind: Metadata\nreleaseSeries: []\n',
  'templates/cluster-template.yaml': `${object('cluster.x-k8s.io/v1beta1', 'Cluster', '"${CLUSTER_NAME}"')}---\n${object('v1', 'ConfigMap', '"${CLUSTER_NAME}-cm"', 'data:\n  size: ${SIZE:-3}\n')}`,
  'templates/cluster-template-ha.yaml': `${object('cluster.x-k8s.io/v1beta1', 'Cluster', '"${CLUSTER_NAME}"')}---
${object('v1', 'Secret', 's', 'metadata:\n  name: "${CLUSTER_NAME/%a/b}"\n  labels:\n    version: "${VERSION,,}"\n').replace('metadata: {name: s}\n', '')}`,
}

/** Kyverno policies, each with its own test. */
const kyverno = Object.fromEntries(['p', 'q'].flatMap((name) => [
  [`${name}/policy.yaml`, object('kyverno.io/v1', 'ClusterPolicy', name)],
  [`${name}/test/kyverno-test.yaml`, object('cli.kyverno.io/v1alpha1', 'Test', 't')],
  [`${name}/test/resource.yaml`, object('v1', 'Pod', 'bad', 'spec: {containers: [{name: a, image: b}]}\n')],
]))

/** An app of apps as a chart, whose folders declare the same objects. */
const chartOfApps = {
  'apps/Chart.yaml': 'apiVersion: v2\nname: apps\nversion: 1.0.0\n',
  'apps/templates/blue.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: blue\nspec:\n  destination:\n    server: {{ .Values.server }}\n  source:\n    path: blue\n    repoURL: {{ .Values.url }}\n',
  'blue/a.yaml': object('v1', 'ServiceAccount', 'a'), 'green/a.yaml': object('v1', 'ServiceAccount', 'a'),
}

describe('recognition of common repository layouts', () => {
  const write = inFolder()
  const shapes = {
    'an operator': [operator, '4 objects in 3 files: nothing wrong\n'
      + '13 files skipped: 1 not Kubernetes, 2 tool files, 5 kustomizations, 4 Kustomize patches, 1 Kustomize input\n'],
    'a Flux GitOps repository': [flux, '5 objects in 5 files: nothing wrong\n5 files skipped: 3 kustomizations, 1 Kustomize patch, 1 Kustomize input\n'],
    'an Argo CD app of apps': [argo, '6 objects in 6 files: nothing wrong\n'
      + '8 files skipped: 1 Helm template, 2 Helm chart files, 3 kustomizations, 1 Kustomize patch, 1 Kustomize input\n'],
    'an operator with tests and a bundle': [tested, '7 objects in 7 files: nothing wrong\n'
      + '11 files skipped: 1 not Kubernetes, 8 tool files, 1 kustomization, 1 Kustomize patch\n'],
    'a Cluster API provider': [provider, '4 objects in 2 files: nothing wrong\n1 file skipped: 1 tool file\n'],
    'a Kyverno policy repository': [kyverno, '4 objects in 4 files: nothing wrong\n2 files skipped: 2 tool files\n'],
    'an Argo CD app of apps in a Helm chart': [chartOfApps, '2 objects in 2 files: nothing wrong\n2 files skipped: 1 Helm template, 1 Helm chart file\n'],
  } as const
  for (const [what, [files, summary]] of Object.entries(shapes)) {
    it(`reports no findings in ${what}, and counts skipped files`, async () => {
      write(files)
      const {stdout, status} = await runCommand(Lint, '.', '--no-color')
      expect({stdout, status}).to.deep.equal({stdout: summary, status: 0})
    })
  }

  it('checks test data if it is named or outside of Go modules', async () => {
    const broken = 'kind: Pod\nmetadata: {name: a}\nspec: {}\napiVersion: v1\n'
    write({'go.mod': 'module a\n', 'pkg/testdata/a.yaml': broken, 'pkg/testdata/deep/a.yaml': broken.replace('name: a', 'name: b')})
    expect((await runCommand(Lint, '.')).stdout).to.contain('2 files skipped: 2 tool files')
    for (const path of ['pkg/testdata', 'pkg/testdata/deep', 'pkg/testdata/a.yaml']) expect(await runCommand(Lint, path), path).to.include({status: 1})
    expect(await runCommand(Lint, '.', '--strict')).to.include({status: 1})
    rmSync('go.mod')
    expect(await runCommand(Lint, '.')).to.include({status: 1})
    write({'.golangci.yml': 'version: "2"\n'})
    expect((await runCommand(Lint, '.')).stdout).to.contain('2 files skipped: 2 tool files')
  })

  it('checks possible unused patches', async () => {
    const broken = 'kind: Pod\nmetadata: {name: a}\nspec: {}\napiVersion: v1\n'
    write({'a_patch.yaml': broken, 'kustomize/kustomization.yaml': 'resources: [patched.yaml]\n', 'kustomize/patched.yaml': broken})
    expect((await runCommand(Lint, '.')).stdout).to.contain('2 objects in 2 files: ')
  })
})
