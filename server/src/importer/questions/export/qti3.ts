/** Elements of QTI that our export writes; all others are XHTML or MathML and keep their names. */
const names = new Set(
  'assessmentItem responseDeclaration correctResponse value mapping mapEntry outcomeDeclaration defaultValue itemBody choiceInteraction simpleChoice orderInteraction matchInteraction simpleMatchSet simpleAssociableChoice textEntryInteraction extendedTextInteraction rubricBlock modalFeedback responseProcessing responseCondition responseIf match variable correct setOutcomeValue sum mapResponse baseValue equal prompt'.split(
    ' ',
  ),
)

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Converts an item of our QTI 2.1 export to 3.0: `choiceInteraction responseIdentifier` becomes `qti-choice-interaction
 * response-identifier`. Attribute values are escaped, so a tag ends at its first `>`.
 */
export const asVersion3 = (item: string) =>
  item
    .replace(
      /<(\/?)([A-Za-z]+)((?:\s[^<>]*?)?)(\/?)>/g,
      (all, close: string, name: string, rest: string, end: string) =>
        names.has(name)
          ? `<${close}qti-${kebab(name)}${rest.replace(/(\s)([A-Za-z]+)(?==")/g, (_, space: string, key: string) => space + kebab(key))}${end}>`
          : all,
    )
    .replace(
      /<qti-assessment-item xmlns="[^"]*"(.*?) xsi:schema-?[lL]ocation="[^"]*"/,
      '<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0"$1 xsi:schemaLocation="http://www.imsglobal.org/xsd/imsqtiasi_v3p0 https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd"',
    )
    .replace(
      /http:\/\/www\.imsglobal\.org\/question\/qti_v2p1\/rptemplates\/(\w+)/g,
      'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/$1.xml',
    )
