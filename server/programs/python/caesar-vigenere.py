def caesar(text, k):
    out = []
    for ch in text:
        if ch.isascii() and ch.isalpha():
            base = ord('A' if ch.isupper() else 'a')
            out.append(chr((ord(ch) - base + k) % 26 + base))
        else:
            out.append(ch)
    return ''.join(out)

def vigenere(text, key, sign=1):
    return ''.join(chr((ord(c) - 65 + sign * (ord(key[i % len(key)]) - 65)) % 26 + 65) for i, c in enumerate(text))

message = "Attack at Dawn! 明天"
secret = caesar(message, 3)
print(secret, caesar(secret, -3))
v = vigenere('ATTACKATDAWN', 'LEMON')
print(v, vigenere(v, 'LEMON', -1))
import hashlib, base64, binascii
print(hashlib.md5('多享学'.encode()).hexdigest(), hashlib.sha256(b'abc').hexdigest()[:16])
print(base64.b64encode('中文'.encode()).decode(), binascii.crc32(b'hello'))
