/** Spaces with a name, in em. */
const spaces: Record<string, number> = {
  veryverythinmathspace: 1,
  verythinmathspace: 2,
  thinmathspace: 3,
  mediummathspace: 4,
  thickmathspace: 5,
  verythickmathspace: 6,
  veryverythickmathspace: 7,
}
const lengths = ['width', 'height', 'depth', 'lspace', 'rspace', 'voffset', 'linethickness', 'minsize', 'maxsize']
const thicknesses: Record<string, string | null> = { thin: '50%', medium: null, thick: '200%' }
const sizes: Record<string, string | null> = { small: '71%', normal: null, big: '141%' }

export interface DrawnAttributes {
  /** `mathvariant`, or the value that the older font attributes correspond to. */
  variant: string | null
  remaining: Record<string, string>
}

/** Writes the attributes of a MathML element as browsers draw them: lengths as CSS, sizes as percentages. */
export function drawnAttributes(name: string, attributes: Record<string, string>): DrawnAttributes {
  const { mathvariant, fontweight, fontstyle, fontfamily, fontsize, color, ...others } = attributes
  const older = [fontweight === 'bold' && 'bold', fontstyle === 'italic' && 'italic'].filter(Boolean).join('-')
  const variant = mathvariant?.trim() || older || (fontstyle === 'normal' && name === 'mi' ? 'normal' : null)
  if (color && !others.mathcolor) others.mathcolor = color
  if (fontsize && !others.mathsize) others.mathsize = fontsize
  const set = (key: string, value: string | null) => {
    if (value === null) delete others[key]
    else others[key] = value
  }
  for (const key of lengths) if (others[key] !== undefined) set(key, lengthOf(key, others[key].trim()))
  const size = others.mathsize?.trim() ?? ''
  if (Object.hasOwn(sizes, size)) set('mathsize', sizes[size]!)
  else if (/^\d*\.?\d+$/.test(size)) set('mathsize', `${100 * Number(size)}%`)
  return { variant, remaining: others }
}

/** Returns null for a value that browsers reject or that is the default. */
function lengthOf(key: string, value: string): string | null {
  if (key === 'linethickness' && Object.hasOwn(thicknesses, value)) return thicknesses[value]!
  const [, negative, space = ''] = /^(negative)?(\w+mathspace)$/.exec(value) ?? []
  if (Object.hasOwn(spaces, space)) return `${negative ? '-' : ''}${(spaces[space]! / 18).toFixed(4)}em`
  if (/^[+-]?\d*\.?\d+$/.test(value)) {
    if (Number(value) === 0) return '0'
    // A number without a unit is a multiple of the default.
    return /^(?:linethickness|minsize|maxsize)$/.test(key) ? `${100 * Number(value)}%` : null
  }
  // `+0.2em` and `150% width` are relative to the element's present size, which browsers do not support.
  return /^-?\d*\.?\d+(?:%|[a-z]{2,4})$/i.test(value) ? value : null
}
