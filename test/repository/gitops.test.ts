import {expect} from 'chai'

import {parametersOf, substituted} from '../../src/repository/gitops/generators.js'
import {type Files, repositoryOf} from '../helpers/repository.js'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'

const flux = (name: string, spec: string, source = 'sourceRef: {kind: GitRepository, name: own}'): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {${spec}, ${source}}\n`

const git = (name: string): string => `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: ${name}, namespace: flux-system}\n`

const application = (spec: string): string => `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {${spec}}\n`

const applicationSet = (generators: string, path: string, namespace = 'x', more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: a}
spec:
  generators: ${generators}
  template: {spec: {source: {repoURL: r, path: '${path}'${more}}, destination: {namespace: '${namespace}'}}}
`

/** The units of a file, each as `folder namespace default`; `-` if there is none. */
function unitsOf(files: Files, path: string): string[] {
  const units = repositoryOf({'x/a.yaml': configMap, 'z/a.yaml': configMap, ...files}).repository.unitsOf(`/repository/${path}`)
  return units.map(({id, namespace = '-', defaultNamespace = '-'}) => `${(id.split('\0')[0] ?? '').replace('/repository/', '') || 'plain'} ${namespace} ${defaultNamespace}`)
}

/** The namespace and the default namespace of a plain file, if they are certain. */
const given = (files: Files, path: string): string => {
  const {namespace = '-', defaultNamespace = '-'} = repositoryOf({'x/a.yaml': configMap, 'z/a.yaml': configMap, ...files}).repository.deployedWith(`/repository/${path}`) ?? {}
  return `${namespace} ${defaultNamespace}`
}

describe('folders deployed by Flux', () => {
  it('are units that include everything below them', () => {
    const files = {'c/k.yaml': flux('x', 'path: ./x, targetNamespace: ns'), 'x/deep/b.yaml': configMap, 'w.yaml': configMap}
    expect(unitsOf(files, 'x/a.yaml')).to.deep.equal(['x ns -'])
    expect(unitsOf(files, 'x/deep/b.yaml')).to.deep.equal(['x ns -'])
    for (const other of ['z/a.yaml', 'w.yaml', 'c/k.yaml']) expect(unitsOf(files, other)).to.deep.equal(['plain - -'])
  })

  it('can be written with and without a dot and a slash', () => {
    for (const path of ['x', 'x/', './x/', '/x', './z/../x']) expect(unitsOf({'k.yaml': flux('x', `path: ${path}`)}, 'x/a.yaml'), path).to.deep.equal(['x - -'])
  })

  it('are several units for several namespaces, of which none is certain', () => {
    const files = {'k.yaml': `${flux('a', 'path: x, targetNamespace: a')}---\n${flux('b', 'path: x, targetNamespace: b')}---\n${flux('c', 'path: x, targetNamespace: b')}`}
    expect(unitsOf(files, 'x/a.yaml')).to.deep.equal(['x a -', 'x b -'])
    expect(given(files, 'x/a.yaml')).to.equal('- -')
    expect(given({'k.yaml': flux('a', 'path: x, targetNamespace: a')}, 'x/a.yaml')).to.equal('a -')
  })

  it('are ignored outside the repository, for its root, and if missing', () => {
    for (const path of ['.', './', '', '..', '../../etc', '/', 'missing', 'x/a.yaml', '${folder}']) {
      expect(unitsOf({'k.yaml': flux('x', `path: ${JSON.stringify(path)}`)}, 'x/a.yaml'), path).to.deep.equal(['plain - -'])
    }
  })

  it('include kustomizations in the folder and below', () => {
    const kustomization = 'resources: [a.yaml]\nnamespace: own\n'
    expect(unitsOf({'k.yaml': flux('x', 'path: x, targetNamespace: ns'), 'x/kustomization.yaml': kustomization}, 'x/a.yaml')).to.deep.equal(['x ns -'])
    expect(unitsOf({'k.yaml': flux('x', 'path: x'), 'x/kustomization.yaml': kustomization}, 'x/a.yaml')).to.deep.equal(['x own -'])
    const below = {'k.yaml': flux('p', 'path: p, targetNamespace: ns'), 'p/q/kustomization.yaml': 'resources: [../../x/a.yaml]\n', 'p/b.yaml': configMap, 'p/q/other.yaml': configMap}
    expect(unitsOf(below, 'x/a.yaml')).to.deep.equal(['p ns -'])
    expect(unitsOf(below, 'p/b.yaml')).to.deep.equal(['p ns -'])
    expect(unitsOf(below, 'p/q/other.yaml')).to.deep.equal(['plain - -'])
  })

  it('exclude charts and their templates', () => {
    const files = {'k.yaml': flux('x', 'path: x'), 'x/Chart.yaml': 'apiVersion: v2\nname: x\n', 'x/templates/t.yaml': flux('z', 'path: z')}
    expect(unitsOf(files, 'x/a.yaml')).to.deep.equal(['plain - -'])
    expect(unitsOf(files, 'z/a.yaml')).to.deep.equal(['plain - -'])
  })

  it('have a certain namespace only if their source is this repository', () => {
    const target = 'targetNamespace: ns'
    expect(unitsOf({'k.yaml': flux('x', `path: x, ${target}`, 'sourceRef: {kind: OCIRepository, name: own}')}, 'x/a.yaml')).to.deep.equal(['x - -'])
    expect(unitsOf({'k.yaml': `${flux('x', `path: x, ${target}`)}---\n${flux('z', 'path: elsewhere')}`}, 'x/a.yaml')).to.deep.equal(['x - -'])
    const other = {'clusters/a/k.yaml': `${git('own')}---\n${flux('x', `path: x, ${target}`)}`}
    expect(unitsOf(other, 'x/a.yaml'), 'a source that is declared').to.deep.equal(['x - -'])
    expect(unitsOf({...other, 'clusters/a/sync.yaml': flux('own', 'path: clusters/a')}, 'x/a.yaml'), 'and deploys its declaration').to.deep.equal(['x ns -'])
  })

  it('can be patched', () => {
    const {repository} = repositoryOf({'k.yaml': flux('x', 'path: x, patches: [{target: {kind: ConfigMap}, patch: "[{op: add, path: /data/b, value: c}]"}]'), 'x/a.yaml': configMap})
    expect(repository.completionOf('/repository/x/a.yaml', {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}})?.isChanged).to.equal(true)
    expect(repository.completionOf('/repository/x/a.yaml', {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}})?.isChanged).to.equal(false)
  })

  it('include the folder of a FluxInstance', () => {
    const instance = 'apiVersion: fluxcd.controlplane.io/v1\nkind: FluxInstance\nmetadata: {name: flux, namespace: flux-system}\nspec: {sync: {kind: GitRepository, url: u, path: x}}\n'
    expect(unitsOf({'flux.yaml': instance}, 'x/a.yaml')).to.deep.equal(['x - -'])
  })
})

describe('folders deployed by Argo CD', () => {
  it('are units of their files, and of files below with recurse', () => {
    const files = (directory: string): Files => ({'a.yaml': application(`source: {repoURL: r, path: x${directory}}, destination: {namespace: ns}`), 'x/deep/b.yaml': configMap})
    expect(unitsOf(files(''), 'x/a.yaml')).to.deep.equal(['x - ns'])
    expect(unitsOf(files(''), 'x/deep/b.yaml')).to.deep.equal(['plain - -'])
    expect(unitsOf(files(', directory: {recurse: true}'), 'x/deep/b.yaml')).to.deep.equal(['x - ns'])
    expect(given(files(''), 'x/a.yaml')).to.equal('- ns')
    expect(given(files(', directory: {include: "*.json"}'), 'x/a.yaml'), 'of which some are left out').to.equal('- -')
  })

  it('include all sources of an Application', () => {
    const files = {'a.yaml': application('sources: [{repoURL: r, path: x}, {repoURL: r, path: z}, {repoURL: h, chart: c, path: w}], destination: {namespace: ns}')}
    expect([unitsOf(files, 'x/a.yaml'), unitsOf(files, 'z/a.yaml')]).to.deep.equal([['x - ns'], ['z - ns']])
  })

  it('can be kustomizations with overrides of the Application', () => {
    const files = {'a.yaml': application('source: {repoURL: r, path: x, kustomize: {namespace: k, namePrefix: p-}}, destination: {namespace: ns}'), 'x/kustomization.yaml': 'resources: [a.yaml]\n'}
    expect(unitsOf(files, 'x/a.yaml')).to.deep.equal(['x k ns'])
    expect(given(files, 'x/a.yaml')).to.equal('- -')
  })

  it('are found with the generators of an ApplicationSet', () => {
    const list = '[{list: {elements: [{name: x, values: {to: one}}, {name: z, values: {to: two}}]}}]'
    expect(unitsOf({'s.yaml': applicationSet(list, '{{name}}', '{{values.to}}')}, 'z/a.yaml')).to.deep.equal(['z - two'])
    expect(unitsOf({'s.yaml': applicationSet(list, '{{ .name }}', '{{.values.to}}')}, 'x/a.yaml')).to.deep.equal(['x - one'])
    const folders = (path: string, more = ''): string => `[{git: {repoURL: r, directories: [{path: '${path}'}${more}]}}]`
    expect(unitsOf({'s.yaml': applicationSet(folders('*'), '{{path}}', '{{path.basename}}')}, 'x/a.yaml')).to.deep.equal(['x - x'])
    expect(unitsOf({'s.yaml': applicationSet(folders('*', ', {path: x, exclude: true}'), '{{.path.path}}')}, 'x/a.yaml')).to.deep.equal(['plain - -'])
    const deep = {'s.yaml': applicationSet(folders('apps/*/over*'), '{{.path.path}}', '{{index .path.segments 1}}'), 'apps/web/overlay/a.yaml': configMap}
    expect(unitsOf(deep, 'apps/web/overlay/a.yaml')).to.deep.equal(['apps/web/overlay - web'])
    const matrix = `[{matrix: {generators: [${folders('*').slice(1, -1)}, {clusters: {}}]}}]`
    expect(unitsOf({'s.yaml': applicationSet(matrix, '{{path}}', '{{metadata.labels.ns}}')}, 'x/a.yaml'), 'as far as they are known').to.deep.equal(['x - -'])
    expect(unitsOf({'s.yaml': applicationSet('[{clusters: {}}]', '{{name}}')}, 'x/a.yaml')).to.deep.equal(['plain - -'])
    expect(unitsOf({'s.yaml': applicationSet('[{clusters: {}}]', 'x')}, 'x/a.yaml')).to.deep.equal(['x - x'])
  })

  it('are ignored if fields have wrong types', () => {
    for (const spec of ['source: x', 'source: {path: [x]}', 'sources: {path: x}', 'source: {path: {a: b}}, destination: []']) {
      expect(unitsOf({'a.yaml': application(spec)}, 'x/a.yaml'), spec).to.deep.equal(['plain - -'])
    }
    for (const generators of ['{}', '[1]', '[{list: []}]', '[{list: {elements: [1]}}]', '[{git: {directories: {path: x}}}]', '[{matrix: {generators: {}}}]']) {
      expect(unitsOf({'s.yaml': applicationSet(generators, '{{path}}')}, 'x/a.yaml'), generators).to.deep.equal(['plain - -'])
    }
  })
})

describe('ApplicationSet parameters', () => {
  it('replace only simple references to known fields', () => {
    expect(substituted('a/{{ x }}/{{- .x -}}', {x: 'b', '.x': 'c'})).to.equal('a/b/c')
    for (const text of ['{{y}}', '{{toString}}', '{{ x', 'x }}', '{{{x}}}', '{{ if x }}a{{ end }}']) expect(substituted(text, {x: 'b'}), text).to.equal(undefined)
  })

  it('have a limited number of combinations', () => {
    const elements = Array.from({length: 400}, (_, i) => ({name: String(i)}))
    const list = {list: {elements}}
    const matrix = {matrix: {generators: [list, {matrix: {generators: [list, list, list]}}]}}
    expect(parametersOf([matrix, matrix], [])).to.have.length(1000)
    expect(parametersOf([{git: {directories: [{path: '*a*a*a*a*a*b'}]}}], ['a'.repeat(5000)])).to.deep.equal([])
  })

  it('are applied in linear time @slow', () => {
    const files: Record<string, string> = {}
    for (let i = 0; i < 2000; i++) files[`k${i}.yaml`] = flux(`k${i}`, `path: x, targetNamespace: n${i}`)
    for (let i = 0; i < 300; i++) files[`x/${i}/a.yaml`] = configMap
    const {repository} = repositoryOf(files)
    const started = performance.now()
    for (let i = 0; i < 300; i++) expect(repository.unitsOf(`/repository/x/${i}/a.yaml`)).to.have.length(50)
    expect(performance.now() - started).to.be.below(3000)
  })
})
