import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'

import {baseOf, isPage, linkTarget, pageAddress, sidebarOf, sitePath} from '../../site/pages.js'
import {rulePage} from '../../src/report/rule-reference.js'
import {root} from '../helpers/run-kadm.js'

describe('pages of the site', () => {
  it('have a place and an address', () => {
    const places = {
      'docs/README.md': ['index.md', '/'], 'docs/start.md': ['start.md', '/start.html'], 'docs/rules/README.md': ['rules/index.md', '/rules/'],
      'docs/rules/limit-range/type.md': ['rules/limit-range/type.md', '/rules/limit-range/type.html'], 'CHANGELOG.md': ['changelog.md', '/changelog.html'],
      'samples/README.md': ['samples.md', '/samples.html'],
    }
    for (const [path, [place, address]] of Object.entries(places)) {
      expect([isPage(path), sitePath(path), pageAddress(path)], path).to.deep.equal([true, place, address])
    }
  })

  it('are not the README, nor pages of the source', () => {
    for (const path of ['README.md', 'test/conformance/vectors/README.md', 'src/index.ts', 'docs/images/lint.svg']) expect(isPage(path), path).to.equal(false)
  })

  it('have different addresses', () => {
    const paths = execFileSync('git', ['ls-files', '*.md'], {cwd: root, encoding: 'utf8'}).trim().split('\n').filter(isPage)
    expect(paths.length).to.be.greaterThan(400)
    expect(new Set(paths.map(pageAddress)).size).to.equal(paths.length)
  })

  it('of rules are where kadm links to', () => {
    expect(`https://docs.example.com/kadm${pageAddress('docs/rules/limit-range/type.md')}`).to.equal(rulePage('limit-range/type', 'https://docs.example.com/kadm'))
  })
})

describe('links of the site', () => {
  const target = (href: string, from = 'docs/adr/0001-positions-from-parse-events.md', repository = ''): string | undefined => linkTarget(href, from, root, repository)

  it('lead to pages, with anchors', () => {
    expect(target('../exit-status.md#in-reports')).to.equal('/exit-status.html#in-reports')
    expect(target('../rules/README.md')).to.equal('/rules/')
    expect(target('../rules')).to.equal('/rules/')
    expect(target('docs/start.md', 'CONTRIBUTING.md')).to.equal('/start.html')
  })

  it('to schemas lead to their files', () => expect(target('../schemas/lint.schema.json', 'docs/pipelines.md')).to.equal('/schemas/lint.schema.json'))

  it('to other files lead to the repository, if it has an address', () => {
    expect(target('../../src/index.ts')).to.equal(undefined)
    expect(target('../../src/index.ts', undefined, 'https://git.example.com/kadm')).to.equal('https://git.example.com/kadm/blob/main/src/index.ts')
  })

  it('to other sites, within the page and to missing files stay as they are', () => {
    for (const href of ['https://kubernetes.io/', 'mailto:a@example.com', '#limits', '../nowhere.txt']) expect(target(href)).to.equal(href)
  })
})

describe('navigation of the site', () => {
  it('has a group for each heading, and an item for each link', () => {
    expect(sidebarOf('# Title\n\n[a](a.md)\n\n## Empty\n\n## Start\n\n- [Begin](start.md)\n- [Changes](../CHANGELOG.md)\n')).to.deep.equal([
      {text: 'Start', items: [{text: 'Begin', link: '/start.html'}, {text: 'Changes', link: '/changelog.html'}]},
    ])
  })

  it('comes from the list of all pages', () => {
    const links = sidebarOf(readFileSync(`${root}/docs/README.md`, 'utf8')).flatMap(({items}) => items.map(({link}) => link))
    expect(links).to.include.members(['/start.html', '/rules/', '/commands.html', '/concepts.html'])
  })
})

describe('base of the site', () => {
  it('is the path of docsUrl', () => {
    expect([baseOf(''), baseOf('https://docs.example.com'), baseOf('https://example.com/kadm/')]).to.deep.equal(['/', '/', '/kadm/'])
  })
})
