# rejoin, for zsh: an agent that is typed by its name is started through rejoin.
# `command NAME` starts it as it is. A function of your own by one of these names stays.
if [[ -o interactive ]]; then
    # In a pipe or a substitution nobody sees the agent, so that it has no pane.
    function __rejoin_start {
        if [[ -t 0 && -t 1 ]] && whence -p rejoin >/dev/null; then
            command rejoin run -- "$@"
        else
            command "$@"
        fi
    }
    function {
        emulate -L zsh
        zmodload zsh/parameter
        local name
        for name in @programs@; do
            (( ${+functions[$name]} )) || functions[$name]="__rejoin_start $name \"\$@\""
        done
        for name in rj=list rjp=pane rjr=resume rjw=why; do
            whence "${name%%=*}" >/dev/null ||
                functions[${name%%=*}]="command rejoin ${name#*=} \"\$@\""
        done
    }
fi
