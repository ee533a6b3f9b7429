import {expect} from 'chai'
import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {root} from '../helpers/run-kadm.js'
import {describeInBrowser, type TestBrowser} from './browser.js'
import {serveFolder, type StaticServer} from './static-server.js'

/** A page without a bundler, which names the files of packages in an import map. */
const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>kadm</title><link rel="icon" href="data:,"><script type="importmap">{"imports": {"kadm/browser": "./kadm/browser/index.js", "re2js": "./re2js/build/index.js"}}</script></head>
<body><script type="module">
import {lint, SourceFile, simulate} from 'kadm/browser'

window.answers = async (policies, pod, suite) => {
  const {reviews} = await simulate({files: [new SourceFile('pod.yaml', pod)], policies: [new SourceFile('policies.yaml', policies)]}, {namespace: 'dev'})
  const {diagnostics} = await lint([new SourceFile('a.kadm-test.yaml', suite)])
  return [reviews.map(({status}) => status.message), diagnostics.map(({message}) => message)]
}
</script></body>
</html>
`

const policies = '{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: dev}, spec: {limits: [{type: Container, max: {cpu: "1"}}]}}'
const pod = '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "a:1", resources: {limits: {cpu: "2"}}}]}}'
const suite = `{apiVersion: test.kadm.dev/v1, kind: Suite, tests: [{name: a, object: ${pod}, expect: {message: {matches: "a("}}}]}`

describeInBrowser('library for browsers', (browser: TestBrowser) => {
  let server: StaticServer | undefined
  let folder = ''

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-library-'))
    cpSync(join(root, 'dist'), join(folder, 'kadm'), {recursive: true, filter: (path) => !path.endsWith('.map')})
    cpSync(join(root, 'node_modules/re2js/build'), join(folder, 're2js/build'), {recursive: true})
    writeFileSync(join(folder, 'index.html'), html)
    server = await serveFolder(folder)
  })
  after(() => {
    server?.close()
    rmSync(folder, {recursive: true, force: true})
  })

  it('runs in a page without a bundler, and loads a package when it is first needed', async () => {
    const {address = ''} = server ?? {}
    const requested: string[] = []
    const page = await browser.visit(address, (url) => {
      requested.push(url.replace(address, ''))
      return url.startsWith(address) || url.startsWith('data:')
    })
    expect(requested).to.include.members(['kadm/browser/index.js', 'kadm/shared/engine.js', 'kadm/program/api-fields.json']).and.not.to.include('kadm/shared/views.js')
    expect(await page.evaluate(`answers(${[policies, pod, suite].map((text) => JSON.stringify(text)).join(', ')})`)).to.deep.equal([
      ['pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2'],
      ['matches "a(" is not a regular expression: missing closing ): `a(`'],
    ])
    expect(requested).to.include('re2js/build/index.js')
  })
})
