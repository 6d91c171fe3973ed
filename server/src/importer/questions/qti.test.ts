import { describe, expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

const response = (identifier: string, value: string, type: string, mapping = '') =>
  `<responseDeclaration identifier="${identifier}" cardinality="single" baseType="${type}"><correctResponse><value>${value}</value></correctResponse>${mapping && `<mapping defaultValue="0">${mapping}</mapping>`}</responseDeclaration>`
const mapped = (key: string, value: number) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`
const item = (declarations: string, body: string, rules = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="one" title="题" adaptive="false" timeDependent="false">${declarations}<itemBody>${body}</itemBody>${rules}</assessmentItem>`
const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`
const outcome = (name: string, value: number) =>
  `<outcomeDeclaration identifier="${name}" cardinality="single" baseType="float"><defaultValue><value>${value}</value></defaultValue></outcomeDeclaration>`

const entry = (identifier: string) => `<textEntryInteraction responseIdentifier="${identifier}"/>`
const list = (identifier: string) =>
  `<inlineChoiceInteraction responseIdentifier="${identifier}"><inlineChoice identifier="x">大</inlineChoice><inlineChoice identifier="y">小</inlineChoice></inlineChoiceInteraction>`

describe('scores of an item with several interactions', () => {
  it('gives each part the maximum of its mapping', async () => {
    const declared = response('R1', 'x', 'identifier', mapped('x', 3)) + response('R2', '四', 'string', mapped('四', 1))
    const [reading] = await readContent(
      'a.xml',
      item(declared, `<p>甲 ${list('R1')} 乙 ${entry('R2')}</p>`, template('map_response')),
    )
    expect(reading).toMatchObject({
      question: { type: 'material', score: 400, parts: [{ score: 300 }, { score: 100 }] },
      notes: [],
    })
  })

  it('divides the score of the item if its parts have none, and reports that', async () => {
    const declared = response('R1', 'x', 'identifier') + response('R2', 'y', 'identifier') + outcome('MAXSCORE', 5)
    const [reading] = await readContent('a.xml', item(declared, `<p>甲 ${list('R1')} 乙 ${list('R2')}</p>`))
    expect(reading).toMatchObject({
      question: { type: 'material', score: 500, parts: [{ score: 250 }, { score: 250 }] },
      notes: ['没有带入各小题的分值，平均分配题的总分'],
    })
  })

  it('reports blanks of different weight and points that wrong answers lose', async () => {
    const declared =
      response('R1', '甲', 'string', mapped('甲', 3) + mapped('错', -1)) +
      response('R2', '乙', 'string', mapped('乙', 1))
    const [reading] = await readContent(
      'a.xml',
      item(declared, `<p>${entry('R1')} 和 ${entry('R2')}</p>`, template('map_response')),
    )
    expect(reading).toMatchObject({
      question: { type: 'blank', score: 400, blanks: [[{ text: '甲' }], [{ text: '乙' }]] },
      notes: ['没有带入答错的扣分', '各空的权重不同，改为相同'],
    })
  })
})

it('reads an object with an image as a picture', async () => {
  const choices = ['A', 'B'].map(
    (id) =>
      `<simpleChoice identifier="${id}"><object data="${id}.png" type="image/png">图 ${id}</object></simpleChoice>`,
  )
  const [reading] = await readContent(
    'a.xml',
    item(
      response('R', 'A', 'identifier'),
      `<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>选图</prompt>${choices.join('')}</choiceInteraction>`,
    ),
  )
  expect(reading).toMatchObject({
    question: { options: [{ text: '图 A', right: true }, { text: '图 B' }] },
    notes: ['没有带入图片 A.png', '没有带入图片 B.png'],
  })
})
