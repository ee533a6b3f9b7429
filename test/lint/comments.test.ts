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

describe('commentsAt', () => {
  it('returns the comments directly above a value and after it', () => expect(commentsIn('data', 'a')).to.deep.equal(['above', 'and right above', 'behind']))

  it('returns nothing without comments or for a missing field', () => {
    expect(commentsIn('data', 'c')).to.deep.equal(['below'])
    expect(commentsIn('metadata', 'name')).to.deep.equal([])
    expect(commentsIn('data', 'x')).to.deep.equal([])
  })

  it('returns all comments within an object', () => {
    expect(commentsIn()).to.deep.equal(['of the file', 'of the kind', 'far above', 'above', 'and right above', 'behind', 'below'])
  })
})
