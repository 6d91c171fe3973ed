/** Elements without a meaning of their own, which are replaced by their content. */
export const boxes = new Set([
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'nav',
  'center',
  'hgroup',
  'body',
  'address',
])
export const dropped = new Set([
  'script',
  'style',
  'link',
  'meta',
  'head',
  'template',
  'noscript',
  'base',
  'param',
  'track',
  'annotation-xml',
])
export const interactive = new Set([
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'iframe',
  'embed',
  'canvas',
  'applet',
])
export const blockNames = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'blockquote', 'table', 'figure', 'hr', 'aside'],
  ...['audio', 'video', ...boxes],
])
