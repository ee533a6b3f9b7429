import {expect} from 'chai'

import {commentsAt} from '../../src/lint/comments.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'

const text = `# of the file
apiVersion: v1
kind: ConfigMap # of the kind
metadata:
  name: a
data:
  # far above

  # above
  #   and right above
  a: b # behind
  # below
  c: "d#e"
`

function commentsIn(...steps: (string | number)[]): string[] {
  const [entry] = readManifests(new SourceFile('a.yaml', text))
  return entry?.manifest === undefined ? [] : commentsAt(entry.manifest, steps)
}

describe('commentsAt gives', () => {
  it('the comments right above a place, and behind it', () => expect(commentsIn('data', 'a')).to.deep.equal(['above', 'and right above', 'behind']))

  it('none where there are none, or nothing is written', () => {
    expect(commentsIn('data', 'c')).to.deep.equal(['below'])
    expect(commentsIn('metadata', 'name')).to.deep.equal([])
    expect(commentsIn('data', 'x')).to.deep.equal([])
  })

  it('all that are in what is written there', () => {
    expect(commentsIn()).to.deep.equal(['of the file', 'of the kind', 'far above', 'above', 'and right above', 'behind', 'below'])
  })
})
