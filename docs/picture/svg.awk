# Turns what `tmux capture-pane -p -e` prints into a picture: a line is a row of text, a run
# of one style a <tspan> at its column. Knows bold and the colours of 16; what else is in a
# sequence is left out. Wants ASCII. Set columns and rows.

function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

# Adds a run of text at `column`.
function run(text) {
    if (text !~ /^ *$/)
        line = line sprintf("<tspan x=\"%.1f\"%s>%s</tspan>", left + column * wide, style(), escaped(text))
    column += length(text)
}

function style() {
    return (bold ? " font-weight=\"bold\"" : "") (colour == "" ? "" : " fill=\"" colour "\"")
}

# Obeys the numbers of one sequence.
function obey(numbers,    each, count, i) {
    count = split(numbers, each, ";")
    if (count == 0) { bold = 0; colour = "" }
    for (i = 1; i <= count; i++) {
        if (each[i] + 0 == 0) { bold = 0; colour = "" }
        else if (each[i] == 1) bold = 1
        else if (each[i] == 22) bold = 0
        else if (each[i] == 39) colour = ""
        else if (each[i] in palette) colour = palette[each[i]]
    }
}

BEGIN {
    wide = 8.4; high = 18; left = 14; top = 24
    palette[36] = "#5fb3b3"; palette[90] = "#8a919a"
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", columns * wide + 2 * left, rows * high + top
    print " font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">"
    print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1b1f24\"/>"
    print "<g fill=\"#d8dee4\" xml:space=\"preserve\">"
}

{
    line = ""; column = 0; rest = $0
    while (match(rest, /\033\[[0-9;]*m/)) {
        run(substr(rest, 1, RSTART - 1))
        obey(substr(rest, RSTART + 2, RLENGTH - 3))
        rest = substr(rest, RSTART + RLENGTH)
    }
    run(rest)
    if (line != "") printf "<text y=\"%d\">%s</text>\n", top + (NR - 1) * high, line
}

END { print "</g>"; print "</svg>" }
