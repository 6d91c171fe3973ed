/** Elements and attributes of formulas that stored HTML may contain. */
export const mathml = [
  ...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mo', 'mn', 'ms', 'mtext', 'mspace', 'msup', 'msub', 'msubsup'],
  ...['mfrac', 'msqrt', 'mroot', 'munder', 'mover', 'munderover', 'mtable', 'mtr', 'mtd', 'mlabeledtr', 'mstyle'],
  ...['mpadded', 'mphantom', 'menclose', 'mfenced', 'merror', 'mmultiscripts', 'mprescripts', 'none'],
]
export const mathAttributes = [
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'stretchy', 'symmetric', 'fence', 'separator', 'form'],
  ...['lspace', 'rspace', 'minsize', 'maxsize', 'largeop', 'movablelimits', 'accent', 'accentunder', 'linethickness'],
  ...['columnalign', 'rowalign', 'columnspacing', 'rowspacing', 'columnlines', 'rowlines', 'frame', 'notation'],
  ...['width', 'height', 'depth', 'voffset', 'open', 'close', 'separators', 'columnspan', 'rowspan', 'encoding'],
  ...['alttext', 'mathcolor', 'mathsize', 'bevelled', 'subscriptshift', 'superscriptshift'],
]

const length = /^-?[\d.]+(em|ex|px|%)?$/
const colour = /^(#[0-9a-f]{3,8}|[a-z]+)$/i
const lengths = [
  ...['height', 'width', 'min-width', 'vertical-align', 'top', 'bottom', 'left', 'right', 'font-size'],
  ...['margin-right', 'margin-left', 'margin-top', 'padding-left', 'padding-right', 'border-width'],
  ...['border-bottom-width', 'border-top-width', 'border-right-width'],
]
/** Styles of formulas: properties with the patterns of their values. */
export const formulaStyles: Record<string, RegExp[]> = {
  ...Object.fromEntries(lengths.map((property) => [property, [length]])),
  position: [/^relative$/],
  'border-style': [/^[a-z]+$/],
  'border-color': [colour],
  color: [colour],
  'background-color': [colour],
}
