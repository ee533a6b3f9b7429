import {expect} from 'chai'

import {type Files, repositoryOf} from '../helpers/repository.js'

/** The units of a file, each as `folder namespace`. */
const unitsOf = (files: Files, path: string): string[] =>
  repositoryOf(files).repository.unitsOf(`/repository/${path}`).map(({id, namespace = '-'}) => `${id.replace('/repository/', '')} ${namespace}`)

const base = {'base/kustomization.yaml': 'resources: [a.yaml]\n', 'base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'}

describe('unitsOf', () => {
  it('returns the kustomizations that no other one includes', () => {
    expect(unitsOf({...base, 'b.yaml': ''}, 'b.yaml')).to.deep.equal([' -'])
    expect(unitsOf(base, 'base/a.yaml')).to.deep.equal(['base -'])
    expect(unitsOf({...base, 'dev/kustomization.yaml': 'resources: [../base]\nnamespace: dev\n', 'prod/kustomization.yaml': 'components: [../base]\nnamespace: prod\n'}, 'base/a.yaml'))
      .to.deep.equal(['dev dev', 'prod prod'])
  })

  it('returns the namespace of the outermost kustomization that sets one', () => {
    const chain = {...base, 'mid/kustomization.yaml': 'resources: [../base]\nnamespace: mid\n'}
    expect(unitsOf({...chain, 'top/kustomization.yaml': 'resources: [../mid]\n'}, 'base/a.yaml')).to.deep.equal(['top mid'])
    expect(unitsOf({...chain, 'top/kustomization.yaml': 'resources: [../mid]\nnamespace: top\n'}, 'base/a.yaml')).to.deep.equal(['top top'])
    expect(unitsOf({...chain, 'top/kustomization.yaml': 'resources: [../mid]\nnamespace: [a]\n'}, 'base/a.yaml')).to.deep.equal(['top mid'])
  })

  it('returns a unit once if several kustomizations include the file', () => {
    const files = {...base, 'other/kustomization.yaml': 'resources: [../base/a.yaml]\n', 'top/kustomization.yaml': 'resources: [../base, ../other]\n'}
    expect(unitsOf(files, 'base/a.yaml')).to.deep.equal(['top -'])
  })

  it('returns one kustomization of a circle', () => {
    expect(unitsOf({...base, 'base/kustomization.yaml': 'resources: [a.yaml, ../b]\nnamespace: a\n', 'b/kustomization.yaml': 'resources: [../base]\n'}, 'base/a.yaml'))
      .to.deep.equal(['base a'])
  })

  it('takes linear time for 3,000 overlays @slow', () => {
    const files: Record<string, string> = {...base}
    files['base/kustomization.yaml'] = `resources: [${Array.from({length: 100}, (_, i) => `f${i}.yaml`).join(', ')}]\n`
    for (let i = 0; i < 100; i++) files[`base/f${i}.yaml`] = base['base/a.yaml']
    for (let i = 0; i < 3000; i++) files[`o${i}/kustomization.yaml`] = `resources: [../base]\nnamespace: n${i}\npatches: [{path: p.yaml}]\n`
    const {repository} = repositoryOf(files)
    const body = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}}
    const started = performance.now()
    for (let i = 0; i < 100; i++) {
      expect(repository.unitsOf(`/repository/base/f${i}.yaml`)).to.have.length(50)
      expect(repository.completionOf(`/repository/base/f${i}.yaml`, body)?.isChanged).to.equal(false)
    }
    expect(performance.now() - started).to.be.below(3000)
  })
})
