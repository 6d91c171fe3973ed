/** `util.format`: texts with `%s` and other placeholders, followed by the remaining values. */
export const formatSource = `(kit) => {
  const { inspect, defaults, primitive, own } = kit.part('inspect')
  const builtIns = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)))

  function hasOwnText(value) {
    if (value instanceof Error || value instanceof Date) return true
    for (let at = value; at !== null; at = Object.getPrototypeOf(at)) {
      if (!own(at, 'toString') && !own(at, Symbol.toPrimitive)) continue
      return at === value || !builtIns.has(at.constructor?.name)
    }
    return false
  }

  function substitute(mark, value, options) {
    switch (mark) {
      case 's':
        if (typeof value === 'number' || typeof value === 'bigint') return primitive(defaults, value)
        if (typeof value !== 'object' || value === null || (hasOwnText(value) && !(value instanceof Date && !own(value, 'toString')) && !(value instanceof Error && !own(value, 'toString')))) return String(value)
        return inspect(value, { ...options, depth: 0 })
      case 'd': return typeof value === 'bigint' ? value + 'n' : typeof value === 'symbol' ? 'NaN' : primitive(defaults, Number(value))
      case 'i': return typeof value === 'bigint' ? value + 'n' : typeof value === 'symbol' ? 'NaN' : primitive(defaults, Number.parseInt(value))
      case 'f': return typeof value === 'symbol' ? 'NaN' : primitive(defaults, Number.parseFloat(value))
      case 'j':
        try {
          return String(JSON.stringify(value))
        } catch (error) {
          if (/circular/.test(error.message)) return '[Circular]'
          throw error
        }
      case 'O': return inspect(value, options)
      case 'o': return inspect(value, { ...options, showHidden: true, depth: 4 })
      default: return ''
    }
  }

  function formatWithOptions(options, ...values) {
    let text = ''
    let next = 0
    if (typeof values[0] === 'string') {
      next = 1
      text = values[0]
      if (values.length > 1) {
        text = text.replace(/%([sdifjoOc%])/g, (all, mark) => {
          if (mark === '%') return '%'
          return next < values.length ? substitute(mark, values[next++], options) : all
        })
      }
    }
    for (; next < values.length; next++) {
      const value = values[next]
      text += (next > 0 ? ' ' : '') + (typeof value === 'string' ? value : inspect(value, options))
    }
    return text
  }

  return { formatWithOptions, format: (...values) => formatWithOptions(undefined, ...values) }
}`
