(comment) @comment
(documentation) @comment.documentation
(string) @string
(number) @number
(code) @number
(game_value) @constant
(boolean) @boolean
(keyword) @keyword
(clause) @keyword
(declaration kind: _ @keyword "end" @keyword)
(declaration name: (name) @type)
(heap "heap" @keyword name: (name) @type)
(block "do" @keyword "end" @keyword)
(call function: (name) @function)
(name) @variable
(operator) @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
