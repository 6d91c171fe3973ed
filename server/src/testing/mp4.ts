const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Returns an MP4 file without pictures whose header declares this duration. */
export function mp4Of(seconds: number): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(Math.round(seconds * 1000), 16)
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')),
    box('moov', box('mvhd', header)),
    box('mdat', Buffer.alloc(16)),
  ])
}
