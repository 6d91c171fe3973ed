import operator
class Parser:
    def __init__(self, text):
        self.tokens, self.at = self.split(text), 0
    def split(self, text):
        out, number = [], ''
        for ch in text + ' ':
            if ch.isdigit() or ch == '.':
                number += ch
                continue
            if number:
                out.append(float(number) if '.' in number else int(number)); number = ''
            if ch in '+-*/()^':
                out.append(ch)
        return out
    def peek(self): return self.tokens[self.at] if self.at < len(self.tokens) else None
    def take(self): self.at += 1; return self.tokens[self.at - 1]
    def binary(self, ops, below):
        left = below()
        while self.peek() in ops and isinstance(self.peek(), str):
            left = ops[self.take()](left, below())
        return left
    def expr(self): return self.binary({'+': operator.add, '-': operator.sub}, self.term)
    def term(self): return self.binary({'*': operator.mul, '/': operator.truediv}, self.unary)
    def unary(self):
        if self.peek() == '-':
            self.take(); return -self.unary()
        base = self.atom()
        return base ** (self.take() and self.unary()) if self.peek() == '^' else base
    def atom(self):
        t = self.take()
        if t == '(':
            v = self.expr(); self.take(); return v
        return t
import sys
for line in sys.stdin:
    print(line.strip(), '=', Parser(line).expr())
