class Node:
    __slots__ = ('value', 'next')
    def __init__(self, value, next=None):
        self.value, self.next = value, next

class LinkedList:
    def __init__(self, items=()):
        self.head, self.size = None, 0
        for item in reversed(list(items)):
            self.push(item)
    def push(self, value):
        self.head = Node(value, self.head)
        self.size += 1
    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next
    def __len__(self):
        return self.size
    def reverse(self):
        previous, node = None, self.head
        while node:
            node.next, previous, node = previous, node, node.next
        self.head = previous
    def remove(self, value):
        dummy = Node(None, self.head)
        node = dummy
        while node.next:
            if node.next.value == value:
                node.next = node.next.next
                self.size -= 1
            else:
                node = node.next
        self.head = dummy.next
    def __str__(self):
        return ' -> '.join(map(str, self)) + ' -> None'

items = LinkedList([1, 2, 3, 2, 4])
print(items, len(items))
items.reverse(); print(items)
items.remove(2); print(items, len(items), 3 in items, list(items))
